/** True for a promise, also one of another realm or library. */
export const isPromise = (value: unknown): value is PromiseLike<never> =>
  typeof (value as PromiseLike<never> | null | undefined)?.then === 'function';
