/** What the adapters send requests with. */
interface Fetching {
    /** What to call: the `fetch` that `createFetch` made, one for all maps of the page. */
    readonly fetch: typeof globalThis.fetch;
}

export type { Fetching as F };
