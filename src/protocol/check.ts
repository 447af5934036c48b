/** What an option is expected to be, in words and as a test. */
export type Check = readonly [expected: string, holds: (value: unknown) => boolean];

export const isString = (value: unknown): boolean => typeof value === 'string';
export const isList =
  (holds: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(holds);
export const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;

/** Throws where an option is not what it should be, or is not known: a misspelt one would silently do nothing. */
export function check(options: object, checks: Readonly<Record<string, Check>>): void {
  for (const [name, value] of Object.entries(options)) {
    const [expected, holds] = checks[name] ?? [`an option (${Object.keys(checks).join(', ')})`];
    if (value === undefined || holds?.(value)) continue;
    const Misuse = holds === isAmount && typeof value === 'number' ? RangeError : TypeError;
    throw new Misuse(`Expected \`${name}\` to be ${expected}, got \`${String(value)}\`.`);
  }
}
