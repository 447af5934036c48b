// Reads a call as it is written: the text runs with a `fetch` that sends nothing and only looks at its arguments.

import { type CallArguments, createFetch, type Explanation, explain, type FetchOptions } from 'coflight';

type Arguments = readonly [input: string | URL | Request, init?: RequestInit];

/** Returns the arguments of the one call in a text. Throws what the text throws. */
export function callIn(text: string): CallArguments {
  const calls: Arguments[] = [];
  const record = (...args: Arguments) => {
    calls.push(args);
    return new Promise(() => {});
  };
  const errors: unknown[] = [];
  const fail = (error: unknown) => void errors.push(error);
  // The visitor's own text, in the visitor's own page. An async function throws nothing itself.
  const program = `'use strict'; return async () => { try { ${text}\n } catch (error) { fail(error) } }`;
  // Its calls of `window.fetch` are not sent either.
  const page = Object.create(globalThis, { fetch: { value: record } });
  const names = ['fetch', 'fail', 'globalThis', 'window', 'self'];
  new Function(...names, program)(record, fail, page, page, page)();
  if (errors.length) throw errors[0];
  const [call] = calls;
  if (!call || calls.length > 1) throw new TypeError('Write one call of fetch.');
  return call;
}

/** What was found out, or what is wrong with a text. */
export type Found =
  | { readonly explanation: Explanation }
  | { readonly error: string; readonly part: 'one' | 'other' | 'options' };

export interface Texts {
  readonly one: string;
  readonly other: string;
  readonly options: string;
}

/** Says whether the calls of two texts share, in a wrapped fetch with those options. */
export function explainTexts(texts: Texts): Found {
  let part: keyof Texts = 'options';
  try {
    const options = new Function(`'use strict'; return (${texts.options.trim() || '{}'})`)() as FetchOptions;
    const fetch = createFetch(options);
    part = 'one';
    const one = callIn(texts.one);
    part = 'other';
    return { explanation: explain(fetch, one, callIn(texts.other)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), part };
  }
}
