/** A function that is called as `fetch` is. It needs no members, although the `fetch` of Bun has some. */
type Fetch = (...args: Parameters<typeof globalThis.fetch>) => Promise<Response>;
/** The option that all adapters have. */
export interface Fetching {
    /** The function to call, usually a wrapped fetch. Pass the same one to all maps of the page. */
    readonly fetch: Fetch;
}

export {};
