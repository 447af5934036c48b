interface Seen {
  readonly requests: { method: string; url: string; headers: Record<string, string> }[];
  readonly aborted: number;
  readonly finished: number;
  readonly sent: number;
}

/** Captured when the module is loaded, because tests replace the global fetch. */
const plainFetch = globalThis.fetch;
let count = 0;
/** Where to control the resources with gates that were made since the last `release`. */
const gated = new Set<string>();

/**
 * Lets all go on that waits at a gate. WebKit never ends the request of an image that nobody wants any more, and six of them
 * would block its connections to the server. The server has two names, and each has connections of its own.
 */
export async function release(): Promise<void> {
  const controls = [...gated];
  gated.clear();
  const close = (url: string) => plainFetch(`${url}?close`, { method: 'POST' });
  await Promise.all(
    controls.map((url) => Promise.any([close(url), close(url.replace('127.0.0.1', 'localhost'))])),
  );
}

/** Makes a resource of the counting server that no other test uses. `query` says how it answers. */
export function resourceAt(
  origin: string,
  query: Record<string, string | number> = {},
  name: string = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${count++}`,
) {
  const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const control = `${origin}/ctl/${name}`;
  if ('gate' in query) gated.add(control);
  const seen = async (
    wanted: Partial<Record<'requests' | 'aborted' | 'finished', number>> = {},
  ): Promise<Seen> => {
    const counts = new URLSearchParams(Object.entries(wanted).map(([key, value]) => [key, String(value)]));
    return (await plainFetch(`${control}?${counts}`, { cache: 'no-store' })).json();
  };
  return {
    url: `${origin}/r/${name}?${parameters}`,
    /** Returns what the server has seen. With counts, waits until it has seen as many. */
    seen,
    /** How many requests have arrived. */
    hits: async (): Promise<number> => (await seen()).requests.length,
    /** Lets the answers past the gates of these names. */
    open: async (...gates: string[]): Promise<void> => {
      await plainFetch(`${control}?${new URLSearchParams(gates.map((gate) => ['open', gate]))}`, {
        method: 'POST',
      });
    },
  };
}
