import { originOf } from '../http/url.ts';
import { checkOptions } from '../options/check.ts';
import { eligible } from './eligible.ts';
import { tester } from './match.ts';
import { type EventOptions, eventKinds } from './options.ts';
import { routePast } from './routes.ts';
import { isWorker, worker } from './worker.ts';
import { claimPages, openCoalescer } from './worker-events.ts';

/**
 * Answers requests of all tabs, frames and workers of the origin from shared flights. Call it once, while the worker's
 * script runs, and before other listeners for `fetch` are added. Only the first listener that responds to a request
 * counts. Does nothing where there is no service worker.
 *
 * Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * coalesceFetchEvents({ match: ['/tiles/*', 'https://tiles.example/{z}/{x}/{y}.png'] });
 */
export function coalesceFetchEvents(options: EventOptions = {}): void {
  const own = checkOptions(options, eventKinds);
  if (!isWorker) return;
  const match = [own.match ?? []].flat();
  const tests = match.map(tester);
  const coalescer = openCoalescer(own);
  // The worker's own policy decides what it may fetch. The page may have another policy.
  const forbidden = new Set<string>();
  worker.addEventListener('securitypolicyviolation', (event) => {
    const { disposition, blockedURI } = event as SecurityPolicyViolationEvent;
    if (disposition === 'enforce') forbidden.add(originOf(blockedURI));
  });
  const isShared = (request: Request) =>
    eligible(request) &&
    !forbidden.has(originOf(request.url)) &&
    (!tests.length || tests.some((test) => test(request)));
  // Chromium reports a rejected answer as an unhandled rejection, and keeps a thousand of them with their events. So an
  // error of the site's own `fetch` is reported here. An abort is none.
  const fail = (error: Error) => {
    if (own.fetch && error?.name !== 'AbortError') reportError(error);
    return Response.error();
  };
  worker.addEventListener('fetch', (event) => {
    const { request, clientId } = event;
    if (coalescer.callers.asks.expects(request) || isShared(request))
      event.respondWith(coalescer.serve(request, { clientId, event }).catch(fail));
    else coalescer.bypass(clientId);
  });
  if (!own.standalone) return;
  worker.addEventListener('install', (event) => routePast(event, own));
  worker.addEventListener('activate', claimPages);
  worker.addEventListener('message', ({ data }) => {
    if (data?.type === 'SKIP_WAITING') worker.skipWaiting();
  });
}
