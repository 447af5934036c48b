// Numbers for all wrapped fetches of a page, also those of another copy of this library.

const counter = /* @__PURE__ */ Symbol.for('coflight.marks');
let last = 0;

/** Returns the last number. While it stays the same, no wrapped fetch has recognised a call that has come back. */
export const lastNumber = (): number => Math.max(last, Reflect.get(globalThis, counter) ?? 0);

/** Takes the next number, for the names of a wrapped fetch, or because a call has come back. */
export function nextNumber(): number {
  last = lastNumber() + 1;
  // Nothing can be set on a frozen global object.
  Reflect.set(globalThis, counter, last);
  return last;
}
