/** The parts of a request that `Vary` compares. */
export interface Compared {
  readonly headers: { get(name: string): string | null };
  /** The value of the `Referer` header, which scripts cannot read from the headers. */
  readonly referrer: string;
}

/**
 * Returns true when an answer depends on something in which two requests differ, or on more than headers (`*`).
 * (RFC 9110, section 12.5.5)
 */
export function varies(vary: string | null | undefined, one: Compared, other: Compared): boolean {
  return variesAlways(vary) || namesIn(vary).some((name) => differ(name, one, other));
}

/** Returns true when an answer depends on more than headers (`*`), so that it serves no other request. */
export const variesAlways = (vary: string | null | undefined): boolean => namesIn(vary).includes('*');

const namesIn = (vary: string | null | undefined): string[] =>
  (vary ?? '').split(',').map((name) => name.trim().toLowerCase());

function differ(name: string, one: Compared, other: Compared): boolean {
  if (!name) return false;
  if (name === 'referer' && one.referrer !== other.referrer) return true;
  try {
    return one.headers.get(name) !== other.headers.get(name);
  } catch {
    return true; // no valid header name: nobody knows what it stands for
  }
}
