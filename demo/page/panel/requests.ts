// How the requests of a panel travel: the one thing in which the three panels differ.

import { type CoalescingFetch, createFetch } from 'coflight';
import type { Mode } from '../../server/site.ts';
import { leave, nativeFetch } from '../shared/still.ts';
import type { Who } from './flight.ts';
import { followFetch } from './follow.ts';
import type { Trace } from './trace.ts';
import type { Trouble } from './trouble.ts';

export interface Requests {
  /** The wrapped fetch that all maps share; only in the page's own panel. */
  readonly shared: CoalescingFetch | undefined;
  /** The fetch of a map. It also tells the trace who asked, and how the call ended. */
  fetchFor(who: Who): typeof fetch;
  /** Called when no one waits any longer for an image that no fetch has requested. */
  leave(url: string): void;
}

const urlOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).href;

export function requestsOf(mode: Mode, trace: Trace, trouble: Trouble): Requests {
  // Four maps never ask in the same instant. With `linger`, the next map may join an answer that has just arrived.
  const shared = mode === 'page' ? createFetch({ linger: 500, fetch: nativeFetch }) : undefined;
  if (shared) followFetch(trace, shared);
  // Under the worker the requests of four maps are one. The page must not end it when one map leaves.
  const native: typeof fetch = mode === 'worker' ? (input, init) => fetch(input, init) : nativeFetch;
  const send = shared ?? native;
  return {
    shared,
    // A worker that shares is not told by `<img>` either.
    leave: mode === 'worker' ? () => {} : leave,
    fetchFor: (who) => async (input, init) => {
      const url = urlOf(input);
      const ask = trace.ask(who, url);
      try {
        const response = await send(input, init);
        if (!response.ok) trouble.blame(url, response.status);
        trace.settle(ask, response.ok ? 'done' : 'failed');
        return response;
      } catch (error) {
        const aborted = init?.signal?.aborted === true;
        if (!aborted) trouble.blame(url);
        trace.settle(ask, aborted ? 'aborted' : 'failed');
        throw error;
      }
    },
  };
}
