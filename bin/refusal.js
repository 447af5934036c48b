/** A problem that the user can solve: printed as one message, without a stack. */
export class Refusal extends Error {}
