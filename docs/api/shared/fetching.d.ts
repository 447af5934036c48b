/** The option that all adapters have. */
interface Fetching {
    /** The function to call, usually a wrapped fetch. Pass the same one to all maps of the page. */
    readonly fetch: (...args: Parameters<typeof globalThis.fetch>) => Promise<Response>;
}

export type { Fetching as F };
