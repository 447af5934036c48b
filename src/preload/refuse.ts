/** Throws what tells of a wrong argument: its name, what was expected, what came. */
export function refuse(
  name: string,
  expected: string,
  got: unknown,
  Kind: ErrorConstructor = TypeError,
): never {
  throw new Kind(`Expected \`${name}\` to be ${expected}, got \`${got}\`.`);
}
