import type { PageMessage, WorkerStats } from '../protocol/messages.ts';
import { version } from '../protocol/messages.ts';
import type { Coalescer } from './coalescer.ts';

/** Answers the pages' questions, and hears what they have to say. */
export function listen(worker: ServiceWorkerGlobalScope, coalescer: Coalescer): void {
  const bootId = crypto.randomUUID();

  const stats = async (page: string): Promise<WorkerStats> => {
    const clients = (await worker.clients.matchAll({ type: 'all' })).map(({ id }) => id);
    const { tally, inFlight } = coalescer;
    tally.keep(clients);
    return {
      version,
      controlled: clients.includes(page),
      bootId,
      inFlight,
      all: tally.all,
      page: tally.of(page),
    };
  };

  /** Undefined where there is nothing to answer. */
  const reply = async (message: PageMessage | undefined, page: string): Promise<unknown> => {
    switch (message?.type) {
      case 'coflight:stats':
        return stats(page);
      case 'coflight:forget':
        coalescer.forget(message.url);
        return true;
      case 'coflight:leave':
        return message.request ? coalescer.leave(page, message.request) : coalescer.depart(page);
      case 'coflight:answered':
        return coalescer.written(message, page);
    }
  };

  worker.addEventListener('message', (event) => {
    const { data, source, ports } = event;
    const answer = reply(data, (source as Client | null)?.id ?? '');
    event.waitUntil(answer.then((answer) => answer && ports[0]?.postMessage(answer)));
  });
}
