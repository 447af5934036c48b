import type { Arguments } from './sent-call.ts';

/** A function that is called as `fetch` is. It needs no members, although the `fetch` of Bun has some. */
export type Fetch = (...args: Parameters<typeof globalThis.fetch>) => Promise<Response>;

/** Returns true for the platform's own function. That of Node is written in JavaScript. Bound functions have no name. */
export const isPlatforms = (fetch: Fetch): boolean =>
  /^function fetch\(\)\s*\{\s*\[native code\]|require\('internal\/deps\/undici\/undici'\)/.test(
    Function.prototype.toString.call(fetch),
  );

/** Calls a function that may throw, or answer without a promise. */
export function invoke(fetch: Fetch, receiver: unknown, args: Arguments): Promise<Response> {
  try {
    return Promise.resolve(fetch.apply(receiver as typeof globalThis, args as unknown as Parameters<Fetch>));
  } catch (error) {
    return Promise.reject(error);
  }
}
