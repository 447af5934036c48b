/** A function that is called as `fetch`. It needs no members: that of Bun has some, and no function of a user has. */
type Fetch = (...args: Parameters<typeof globalThis.fetch>) => Promise<Response>;
/** The option that all adapters have. */
interface Fetching {
    /** The function to call, usually a wrapped fetch. Pass the same one to all maps of the page. */
    readonly fetch: Fetch;
}

export type { Fetching as F };
