/** Returns the error for an unexpected value. The core imports nothing, so it has its own. */
export function misuse(expected: string, value: unknown): TypeError {
  let got: string;
  try {
    got = String(value);
  } catch {
    got = Object.prototype.toString.call(value); // an object that cannot be converted to text
  }
  return new TypeError(`Expected ${expected}, got \`${got}\`.`);
}
