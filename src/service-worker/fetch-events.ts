import { originOf } from '../http/url.ts';
import { eligible } from './eligible.ts';
import { tester } from './match.ts';
import type { EventOptions } from './options.ts';
import { routePast } from './routes.ts';
import { claimPages, openCoalescer } from './talk.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** Does what `coalesceFetchEvents` promises, with options that have been checked. */
export function answerFetchEvents(options: EventOptions): void {
  const match = [options.match ?? []].flat();
  const tests = match.map(tester);
  const coalescer = openCoalescer(options);
  // The worker's own policy decides what it may fetch. The page may have another policy.
  const forbidden = new Set<string>();
  worker.addEventListener('securitypolicyviolation', (event) => {
    const { disposition, blockedURI } = event as SecurityPolicyViolationEvent;
    if (disposition === 'enforce') forbidden.add(originOf(blockedURI));
  });
  const isNamed = (request: Request) =>
    eligible(request) &&
    !forbidden.has(originOf(request.url)) &&
    (!tests.length || tests.some((test) => test(request)));
  worker.addEventListener('fetch', (event) => {
    const { request, clientId } = event;
    if (coalescer.callers.expects(request) || isNamed(request))
      // Chromium reports a rejected answer as an unhandled rejection, and keeps a thousand of them with their events.
      event.respondWith(coalescer.serve(request, { clientId, event }).catch(() => Response.error()));
    else coalescer.bypass(clientId);
  });
  if (!options.standalone) return;
  worker.addEventListener('install', (event) => routePast(event, match));
  worker.addEventListener('activate', claimPages);
  worker.addEventListener('message', ({ data }) => {
    if (data?.type === 'SKIP_WAITING') worker.skipWaiting();
  });
}
