import { check } from '../protocol/check.ts';
import type { WorkerMessage } from '../protocol/messages.ts';
import { Coalescer } from './coalescer.ts';
import { eligible } from './eligible.ts';
import { tester } from './match.ts';
import { type EventOptions, eventChecks } from './options.ts';
import { routePast } from './routes.ts';
import { listen } from './talk.ts';
import { isSafe, originOf } from './urls.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/**
 * Answers with shared flights what all tabs, frames and workers of the origin ask for at the same time. To be
 * called once, while the worker's script runs, and before other listeners for `fetch` are added: the first to
 * answer a request is the only one.
 *
 * Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * coalesceFetchEvents({ match: ['/tiles/*', 'https://tiles.example/{z}/{x}/{y}.png'] });
 */
export function coalesceFetchEvents(options: EventOptions = {}): void {
  check(options, eventChecks);
  const match = [options.match ?? []].flat();
  const tests = match.map(tester);
  const named = (request: Request) =>
    !forbidden.has(originOf(request.url)) && (!tests.length || tests.some((test) => test(request)));
  const coalescer = new Coalescer(options);
  listen(worker, coalescer);
  // The worker's own policy decides what it may fetch. What it may not, the page perhaps may.
  const forbidden = new Set<string>();
  worker.addEventListener('securitypolicyviolation', (event) => {
    forbidden.add(originOf((event as SecurityPolicyViolationEvent).blockedURI));
  });
  worker.addEventListener('fetch', (event) => {
    const { request, clientId } = event;
    if (!isSafe(request.method)) {
      coalescer.write(request, clientId);
      askForEnd(request, clientId);
    }
    if (!coalescer.expects(request) && !(eligible(request) && named(request)))
      return coalescer.tally.note(clientId, 'calls', 'bypassed');
    event.respondWith(coalescer.serve(request, { clientId, event }));
  });
  if (options.standalone) standAlone(match);
}

/** Asks the page that has sent a write to tell when it is over. */
async function askForEnd({ url, method }: Request, clientId: string): Promise<void> {
  const time = performance.timeOrigin + performance.now();
  const client = await worker.clients.get(clientId);
  if (client?.type === 'window')
    client.postMessage({ type: 'coflight:write', url, method, time } satisfies WorkerMessage);
}

function standAlone(match: Parameters<typeof routePast>[1]): void {
  worker.addEventListener('install', (event) => routePast(event, match));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener('message', ({ data }) => {
    if (data?.type === 'SKIP_WAITING') worker.skipWaiting();
  });
}
