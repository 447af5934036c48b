import { checkOptions, checkValue, type OptionKind, type OptionKinds } from '../options/check.ts';
import { aFunction, isFunction, isString } from '../options/kinds.ts';

/** A function that is called as `fetch` is. It needs no members, although the `fetch` of Bun has some. */
export type Fetch = (...args: Parameters<typeof globalThis.fetch>) => Promise<Response>;

/** The option that all adapters have. */
export interface Fetching {
  /** The function to call, usually a wrapped fetch. Pass the same one to all maps of the page. */
  readonly fetch: Fetch;
}

/** Checks the options of an adapter and returns a copy. Their `fetch` is required. */
export function checkFetching<Options extends Fetching>(
  options: Options,
  kinds: Omit<OptionKinds<Options>, 'fetch'>,
): Options {
  const own = checkOptions<object>(options, { fetch: aFunction, ...kinds }) as Options;
  checkValue('fetch', own.fetch, aFunction);
  return own;
}

/** A URL, or a function that returns one. `expected` is the value in words. */
export const urlOrFunction = (expected: string): OptionKind => ({
  expected,
  accepts: (value) => isString(value) || isFunction(value),
});
