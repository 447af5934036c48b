/** The option that all adapters have. */
interface Fetching {
    /** The function to call, usually a wrapped fetch. Pass the same one to all maps of the page. */
    readonly fetch: typeof globalThis.fetch;
}

export type { Fetching as F };
