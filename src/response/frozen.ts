/** Freezes a parsed value with all that it holds, however deeply it is nested, and returns it. */
export function frozen<Value>(value: Value): Value {
  const left: object[] = [];
  // Own members only: what a page adds to `Object.prototype` is not part of the value.
  const visit = (member: unknown) => {
    if (typeof member === 'object' && member) left.push(member);
  };
  visit(value);
  for (let one = left.pop(); one; one = left.pop()) {
    if (Array.isArray(one)) for (const member of one) visit(member);
    else for (const name in one) if (Object.hasOwn(one, name)) visit(one[name as never]);
    Object.freeze(one);
  }
  return value;
}
