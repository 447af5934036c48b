// The static copy of the demo: a service worker plays the server for all of its pages.

import { register } from 'coflight/register';
import { origins, site } from './site.ts';

/** Browsers end a worker that has had no request for half a minute. Its counts end with it. */
const heartbeat = 15_000;

/** An error with what a visitor can do about it. The page shows both. */
const failure = (reason: string, advice: string) => Object.assign(new Error(reason), { advice });

const noWorker =
  'This copy has no server: a service worker plays it. Allow cookies, or open it in a window that is not private.';

/** Resolves when the worker serves this page. Rejects with what keeps it from doing so. Does nothing where there is a server. */
export async function playServer(): Promise<void> {
  if (!site.still) return;
  const root = new URL(`${origins.front}/`);
  const result = await register(new URL('sw.js', root).pathname);
  if (result.status === 'failed') throw failure(result.message, noWorker);
  if (result.status !== 'controlled')
    throw failure('A hard reload bypasses the service worker.', 'Reload it once more.');
  setInterval(() => fetch(new URL('links/heartbeat', root)).catch(() => {}), heartbeat);
}

/** Tells the worker that one caller of that URL has left: it does not hear of it before it has answered. */
export function leave(url: string): void {
  if (site.still) navigator.serviceWorker.controller?.postMessage({ type: 'gone', url });
}

/** The page's own fetch. */
export const nativeFetch: typeof fetch = (input, init) => {
  const answer = fetch(input, init);
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  if (!site.still || !signal) return answer;
  const url = new URL(input instanceof Request ? input.url : input, location.href).href;
  const tell = () => leave(url);
  signal.addEventListener('abort', tell, { once: true });
  answer.catch(() => {}).finally(() => signal.removeEventListener('abort', tell));
  return answer;
};
