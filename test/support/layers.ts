// Wrappers of `fetch` on top of and beneath a wrapped fetch, with a stand-in for the platform's own at the bottom.

import { afterEach, beforeEach, vi } from 'vitest';
import { turns } from './turns.ts';

export type Fetch = typeof globalThis.fetch;

/** Makes a fetch that passes calls on to the one below. */
export type Wrap = (below: Fetch) => Fetch;

/** What real wrappers do first: wait for a token, read a cookie. */
const token = async (): Promise<string> => 'token';

/** Wrappers that pass the init on, or all of its members. */
export const faithful: Readonly<Record<string, Wrap>> = {
  'passes its arguments on at once': (below) => (input, init) => below(input, init),
  'passes its arguments on later': (below) => async (input, init) => {
    await token();
    return below(input, init);
  },
  'spreads the init at once': (below) => (input, init) => below(input, { ...init }),
  'spreads the init later': (below) => async (input, init) => {
    await token();
    return below(input, { ...init });
  },
  'adds a header that it awaits': (below) => async (input, init) => {
    const headers = new Headers(input instanceof Request ? input.headers : undefined);
    for (const [name, value] of new Headers(init?.headers)) headers.set(name, value);
    headers.set('authorization', await token());
    return below(input, { ...init, headers });
  },
};

/**
 * Wrappers that make a Request of the call. It forgets unknown members, and its own signal follows that of the call.
 */
export const remaking: Readonly<Record<string, Wrap>> = {
  'makes a Request at once': (below) => (input, init) => below(new Request(input, init)),
  'makes a Request later': (below) => async (input, init) => {
    const request = new Request(input, init);
    await token();
    return below(request);
  },
  'makes a Request and adds a header that it awaits': (below) => async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('authorization', await token());
    return below(request);
  },
  'makes a Request of a Request': (below) => async (input, init) => {
    const request = new Request(input, init);
    await token();
    return below(new Request(request, { headers: { authorization: 'token' } }));
  },
};

/**
 * The same wrapper, which breaks a loop: a call may pass it so often. A loop without an end would never give the test its
 * turn.
 */
export const bounded =
  (wrap: Wrap, mostPasses = 20): Wrap =>
  (below) => {
    let passes = 0;
    return wrap((...args) => {
      if (++passes > mostPasses) throw new Error(`A call came by ${mostPasses} times.`);
      return below(...args);
    });
  };

/** The calls that reached the bottom. */
export interface Reached {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
}

/** Stands in for the platform's fetch in each test of a file: answers `native` at once, or when its gate opens. */
export function bottom() {
  const real = globalThis.fetch;
  const state = { reached: [] as Reached[], gate: undefined as Promise<void> | undefined };
  const native = vi.fn<Fetch>();
  beforeEach(() => {
    state.reached = [];
    state.gate = undefined;
    native.mockReset().mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const { method, url, headers, signal } = request;
      const authorization = headers.get('authorization');
      state.reached.push({ method, url, body: await request.text(), authorization, signal });
      const aborted = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([state.gate, aborted.catch((reason) => Promise.reject(reason))]);
      return new Response('native');
    });
    globalThis.fetch = native;
  });
  afterEach(() => {
    globalThis.fetch = real;
  });
  return { native, state };
}

/**
 * Returns the result of a call when everything answers at once: a text, an error, or 'pending' after many turns of the
 * event loop.
 */
export const comesTo = (call: Promise<Response>): Promise<unknown> => timed(call, 0);

/**
 * Returns the result of a call within so many seconds of a fake clock: a text, an error, or 'pending'.
 */
export async function timed(call: Promise<Response>, seconds: number): Promise<unknown> {
  let outcome: unknown = 'pending';
  call
    .then((response) => response.text())
    .then(
      (text) => (outcome = text),
      (error) => (outcome = error),
    );
  // What needs no clock may take several turns, most of all in Firefox.
  const settle = async (mostTurns: number) => {
    for (let turn = 0; turn < mostTurns && outcome === 'pending'; turn++) await turns(1);
  };
  await settle(20);
  for (let passed = 0; passed < seconds && outcome === 'pending'; passed++) {
    await vi.advanceTimersByTimeAsync(1000);
    await turns(1);
  }
  // On a busy machine a body may take hundreds of turns. Only a call that hangs waits for all of these.
  await settle(5000);
  return outcome;
}
