/** Freezes a parsed value with all that it holds, however deeply it is nested, and returns it. */
export function frozen<Value>(value: Value): Value {
  const left: object[] = [];
  const visit = (member: unknown) => {
    if (typeof member === 'object' && member) left.push(member);
  };
  visit(value);
  for (let one = left.pop(); one; one = left.pop()) {
    // Own members only: what a page adds to `Object.prototype` is not part of the value.
    const members = Array.isArray(one) ? one : Object.values(one);
    // By index, because an iterator takes half as long again.
    for (let at = 0; at < members.length; at++) visit(members[at]);
    Object.freeze(one);
  }
  return value;
}
