/** Returns the error for an unexpected value. */
export const misuse = (expected: string, value: unknown): TypeError =>
  new TypeError(`Expected ${expected}, got \`${textOf(value)}\`.`);

/** Returns the value as text, also when it cannot be converted to text. */
export function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
