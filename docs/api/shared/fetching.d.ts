/** What the adapters send requests with. */
interface Fetching {
    /** The function to call, usually what `createFetch` returned. Give the same one to all maps of the page. */
    readonly fetch: typeof globalThis.fetch;
}

export type { Fetching as F };
