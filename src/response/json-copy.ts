/**
 * Returns a deep copy of parsed JSON, which costs less than to parse again: strings are shared, objects and arrays are
 * new. A value that is nested too deeply for recursion is parsed again.
 */
export function jsonCopy(value: unknown, parse: () => unknown): unknown {
  try {
    return copy(value);
  } catch {
    return parse();
  }
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || !value) return value;
  if (Array.isArray(value)) return value.map(copy);
  // An own "__proto__" is a member like any other: spread defines it, so the assignment below sets no prototype.
  const members: Record<string, unknown> = { ...value };
  // `in` sees what a page adds to `Object.prototype`, but costs less than `Object.keys`.
  for (const name in members)
    if (typeof members[name] === 'object' && Object.hasOwn(members, name))
      members[name] = copy(members[name]);
  return members;
}
