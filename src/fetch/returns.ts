// Counts the calls that have come back to the wrapped fetches of a page, also to those of another copy of this library.

const counter = /* @__PURE__ */ Symbol.for('coflight.returns');
let last = 0;

/** Returns how many calls have come back so far. */
export const returnCount = (): number => Math.max(last, Reflect.get(globalThis, counter) ?? 0);

/** Counts a call that has come back. */
export function countReturn(): void {
  last = returnCount() + 1;
  // Nothing can be set on a frozen global object.
  Reflect.set(globalThis, counter, last);
}
