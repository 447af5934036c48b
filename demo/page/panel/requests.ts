// How the requests of a panel travel: the one thing in which the three panels differ.

import { type CoalescingFetch, createFetch } from 'coflight';
import { type RegisteredWorker, register } from 'coflight/register';
import type { Mode } from '../../server/site.ts';
import { wishes } from '../shared/site.ts';
import type { Who } from './flight.ts';
import { followFetch } from './follow.ts';
import type { Trace } from './trace.ts';

export interface Requests {
  /** The wrapped fetch that all maps share; only in the page's own panel. */
  readonly shared: CoalescingFetch | undefined;
  /** The fetch that a map is given. It does what any would do, and tells the trace who asked. */
  fetchFor(who: Who): typeof fetch;
}

const urlOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, location.href).href;

export function requestsOf(mode: Mode, trace: Trace): Requests {
  // Four maps never ask in the same instant. What one has just received, the next may still have.
  const shared = mode === 'page' ? createFetch({ linger: 500 }) : undefined;
  if (shared) followFetch(trace, shared);
  const native: typeof fetch = async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      if (init?.signal?.aborted) trace.leave(urlOf(input));
      throw error;
    }
  };
  const send = shared ?? native;
  return {
    shared,
    fetchFor: (who) => (input, init) => {
      trace.ask(who, urlOf(input));
      return send(input, init);
    },
  };
}

/** The worker that serves this page, or what keeps it from doing so. */
export interface Service {
  readonly worker?: RegisteredWorker;
  readonly notice: string;
}

/** Lets the worker serve this page. */
export async function startWorker(): Promise<Service> {
  const tiles = wishes.get('tiles');
  const result = await register('/coflight-sw.js', {
    match: ['/link/*/tiles/*', '/link/*.json', ...(tiles ? [tiles] : [])],
  });
  if (result.status === 'controlled') return { worker: result.worker, notice: '' };
  const failed = result.status === 'failed';
  const why = failed ? result.message : 'A hard reload goes past it: reload once more.';
  return { notice: `There is no service worker here, and each request goes out by itself. ${why}` };
}

/** A port that another panel had before may still have its worker. */
export async function endWorkers(): Promise<Service> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (!navigator.serviceWorker?.controller) return { notice: '' };
  location.reload();
  return new Promise(() => {}); // the page ends here
}
