// Numbers for objects that have no name, so that they can be part of a key.

const numbers = /* @__PURE__ */ new WeakMap<object, number>();
let count = 0;

/** Returns the same number for the same object, and a different one for each other object. */
export function idOf(object: object): number {
  const id = numbers.get(object) ?? ++count;
  numbers.set(object, id);
  return id;
}
