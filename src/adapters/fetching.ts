/** What the adapters send requests with. */
export interface Fetching {
  /** What to call: the `fetch` that `createFetch` made, one for all maps of the page. */
  readonly fetch: typeof globalThis.fetch;
}

/** Throws what tells of a wrong argument: its name, what was expected, what came. */
export function refuse(name: string, expected: string, got: unknown): never {
  throw new TypeError(`Expected \`${name}\` to be ${expected}, got \`${String(got)}\`.`);
}

/** The `fetch` of some options. */
export function fetchOf(options: Fetching | undefined): typeof globalThis.fetch {
  const fetch = options?.fetch;
  return typeof fetch === 'function' ? fetch : refuse('fetch', 'a function', fetch);
}
