// The events that the worker listens to: messages of its pages, and the beginning of their writes.

import { isSafe } from '../http/methods.ts';
import { isHttp } from '../http/url.ts';
import { now } from '../protocol/clock.ts';
import { type PageMessage, version, type WorkerMessage, type WorkerStats } from '../protocol/messages.ts';
import { pageMessage } from '../protocol/read.ts';
import { Coalescer } from './coalescer.ts';
import type { HandlerOptions } from './options.ts';
import { tellPage } from './pages.ts';
import { Tally } from './tally.ts';
import { isWorker, worker } from './worker.ts';
import { writeOf } from './writes.ts';

/** The coalescers of this worker. They count together, and each message of a page goes to all of them. */
const coalescers: Coalescer[] = [];
const tally = /* @__PURE__ */ new Tally();

/** A new id after each start of the worker. */
let bootId: string;
/** Milliseconds since 1970 at which the worker claimed the open pages. */
let claimedAt = 0;

/** Takes control of the open pages. */
export function claimPages(event: ExtendableEvent): void {
  claimedAt = now();
  event.waitUntil(worker.clients.claim());
}

/** Makes a coalescer that gets the messages of the pages. */
export function openCoalescer(options: HandlerOptions): Coalescer {
  const coalescer = new Coalescer(options, tally);
  if (coalescers.push(coalescer) === 1 && isWorker) listen();
  return coalescer;
}

/** Begins a write that the worker itself sends. Returns the function to call at its end, with the URL of the answer. */
export function beginOwnWrite(request: Request): (finalUrl?: string) => void {
  const write = writeOf(request);
  for (const coalescer of coalescers) {
    coalescer.writes.begin(write, '');
    coalescer.writes.watch(write, '');
  }
  return (finalUrl = request.url) => {
    for (const coalescer of coalescers)
      for (const each of new Set([request.url, finalUrl])) coalescer.writes.end({ ...write, url: each }, '');
  };
}

function listen(): void {
  bootId = crypto.randomUUID();
  worker.addEventListener('message', (event) => {
    // Only pages of this origin can send one. For frames without an address, such as `srcdoc`, browsers name no origin
    // here, or one that is not of HTTP.
    if (isHttp(event.origin) && event.origin !== worker.location.origin) return;
    // Callers of a handler may have no client: their id is empty. No message is about them.
    const page = (event.source as Client | null)?.id || 'none';
    const answer = hear(event.data, page);
    event.waitUntil(answer.then((answer) => answer && event.ports[0]?.postMessage(answer)));
  });
  worker.addEventListener('fetch', ({ request, clientId, resultingClientId }) => {
    const sender = resultingClientId || clientId;
    // A form counts as the client of the page that it opens. That page sends nothing before the form is answered.
    const form = `form ${sender}`;
    if (!tally.of(sender).calls) for (const coalescer of coalescers) coalescer.writes.opened(form);
    if (isSafe(request.method)) return;
    const client = request.mode === 'navigate' ? form : clientId;
    const message: WorkerMessage = { type: 'coflight:write', ...writeOf(request) };
    for (const coalescer of coalescers) coalescer.writes.begin(message, client);
    tellPage(client, message);
  });
}

/** Handles a message of any kind. Returns the answer, if there is one. */
async function hear(data: unknown, page: string): Promise<unknown> {
  const message = pageMessage(data);
  if (message?.type === 'coflight:stats') return statsFor(page, message.openedAt);
  if (message) for (const coalescer of coalescers) tell(coalescer, message, page);
  return message?.type === 'coflight:forget';
}

/** Tells a coalescer what a page has said. A page can speak for itself alone. */
function tell(coalescer: Coalescer, message: PageMessage, page: string): void {
  switch (message.type) {
    case 'coflight:forget':
      coalescer.forget(message.url, page);
      break;
    case 'coflight:answered':
      coalescer.writes.end(message, page);
      break;
    case 'coflight:watched':
      coalescer.writes.watch(message, page);
      break;
    case 'coflight:abort':
      coalescer.leave(page, message);
      break;
    case 'coflight:idle':
      coalescer.callers.asks.idle(page, message.time);
      break;
    case 'coflight:leave':
      coalescer.clientClosed(page);
  }
}

const controlledClients = async (): Promise<string[]> =>
  (await worker.clients.matchAll({ type: 'all' })).map(({ id }) => id);

async function statsFor(page: string, openedAt = Infinity): Promise<WorkerStats> {
  let clients = await controlledClients();
  if (!clients.includes(page) && openedAt < claimedAt) {
    // The page was not ready when the worker claimed all pages, and no browser claims it later.
    await worker.clients.claim();
    clients = await controlledClients();
  }
  tally.keep(clients);
  return {
    version,
    controlled: clients.includes(page),
    bootId,
    inFlight: coalescers.reduce((sum, { inFlight }) => sum + inFlight, 0),
    all: tally.all,
    page: tally.of(page),
  };
}
