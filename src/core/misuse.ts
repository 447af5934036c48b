/** Returns the error for an unexpected value. */
export const misuse = (expected: string, value: unknown, Misuse: ErrorConstructor = TypeError): Error =>
  new Misuse(`Expected ${expected}, got \`${show(value)}\`.`);

/** Returns the value as text, also when it cannot be converted to text. Quotes a text that looks like a number. */
function show(value: unknown): string {
  try {
    return typeof value === 'string' && !Number.isNaN(Number(value)) ? `'${value}'` : String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
