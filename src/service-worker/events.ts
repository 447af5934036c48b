import type { PageMessage } from '../protocol/messages.ts';
import { version } from '../protocol/messages.ts';
import { Coalescer } from './coalescer.ts';
import { eligible } from './eligible.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Answers with shared flights what all tabs, frames and workers of the origin ask for at the same time. */
export function coalesceFetchEvents(): void {
  const coalescer = new Coalescer({}, new Set());
  const bootId = crypto.randomUUID();
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener('fetch', (event) => {
    if (!eligible(event.request)) return;
    event.respondWith(coalescer.serve(event.request));
  });
  worker.addEventListener('message', (event) => {
    const message = event.data as PageMessage;
    if (message?.type === 'SKIP_WAITING') return void worker.skipWaiting();
    if (message?.type === 'coflight:hello')
      event.waitUntil(
        worker.clients.matchAll({ type: 'all' }).then((clients) => {
          const controlled = clients.some(({ id }) => id === (event.source as Client | null)?.id);
          event.ports[0]?.postMessage({ version, bootId, controlled });
        }),
      );
  });
}
