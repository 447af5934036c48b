/** Returns the kind of a value, such as `[object Map]`. */
export const kindOf = (value: unknown): string => Object.prototype.toString.call(value);

/** Returns the error for an unexpected value. An object is named by its kind. The core imports nothing, so it has its own. */
export function misuse(expected: string, value: unknown): TypeError {
  const got = Object(value) === value ? kindOf(value) : String(value);
  return new TypeError(`Expected ${expected}, got \`${got}\`.`);
}
