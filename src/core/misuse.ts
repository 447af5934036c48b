/** Returns the error for an unexpected value. An object is named by its kind. The core imports nothing, so it has its own. */
export function misuse(expected: string, value: unknown): TypeError {
  const got = Object(value) === value ? Object.prototype.toString.call(value) : String(value);
  return new TypeError(`Expected ${expected}, got \`${got}\`.`);
}
