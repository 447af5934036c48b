/** Freezes a parsed value with all that it holds, however deeply it is nested, and returns it. */
export function frozen(value: unknown): unknown {
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop())
    if (typeof one === 'object' && one) {
      Object.freeze(one);
      for (const member of Object.values(one)) if (typeof member === 'object') left.push(member);
    }
  return value;
}
