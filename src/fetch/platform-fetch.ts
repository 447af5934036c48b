/** The platform's `fetch`. */
export type Fetch = typeof globalThis.fetch;

/** Returns true for the platform's own function. That of Node is written in JavaScript. */
export const isPlatforms = (fetch: Fetch): boolean =>
  /\[native code\]|require\('internal\/deps\/undici\/undici'\)/.test(Function.prototype.toString.call(fetch));

/** Calls a function that may throw, or answer without a promise. */
export function invoke(
  fetch: Fetch,
  receiver: unknown,
  args: readonly [input?: unknown, init?: RequestInit | null | undefined],
): Promise<Response> {
  try {
    return Promise.resolve(fetch.apply(receiver as typeof globalThis, args as unknown as Parameters<Fetch>));
  } catch (error) {
    return Promise.reject(error);
  }
}
