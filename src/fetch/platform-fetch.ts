import type { Arguments } from './sent-call.ts';

/** A function that is called as `fetch` is. It needs no members, although the `fetch` of Bun has some. */
export type Fetch = (...args: Parameters<typeof globalThis.fetch>) => Promise<Response>;

/** Leads from a wrapped fetch, also that of another copy of this library, to its network. */
export const ownNetwork: unique symbol = /* @__PURE__ */ Symbol.for('coflight.network');

/** A wrapped fetch, as another one sees it. */
interface WrappedFetch {
  readonly [ownNetwork]: {
    putBelow(above: Fetch): void;
    answerComingBack(args: Arguments): Promise<Response> | undefined;
  };
  forget(matches: (request: Request) => boolean): void;
}

/** Returns the function if it is a wrapped fetch. */
export const asWrapped = (fetch: Fetch | undefined): WrappedFetch | undefined =>
  (fetch as Partial<WrappedFetch> | undefined)?.[ownNetwork] && (fetch as Fetch & WrappedFetch);

/**
 * Returns true for the platform's own function. That of Node is written in JavaScript. Bound functions have no name. Jest's
 * jsdom has none: a test may install one later.
 */
export const isPlatforms = (fetch: Fetch | undefined): boolean =>
  !!fetch &&
  /^function fetch\(\)\s*\{\s*\[native code\]|require\('internal\/deps\/undici\/undici'\)/.test(
    Function.prototype.toString.call(fetch),
  );

/** Calls a function that may throw, or answer without a promise. A platform may have none. */
export function invoke(fetch: Fetch | undefined, receiver: unknown, args: Arguments): Promise<Response> {
  try {
    if (!fetch) throw new TypeError('Expected a global `fetch`, or the option `fetch`, got none.');
    return Promise.resolve(fetch.apply(receiver as typeof globalThis, args as unknown as Parameters<Fetch>));
  } catch (error) {
    return Promise.reject(error);
  }
}
