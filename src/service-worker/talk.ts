import type { Greeting, PageMessage, WorkerStats } from '../protocol/messages.ts';
import { version } from '../protocol/messages.ts';
import type { Coalescer } from './coalescer.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** Answers the pages' questions, and hears what they have to say. */
export function listen(coalescer: Coalescer): void {
  const bootId = crypto.randomUUID();

  const controlled = async (): Promise<string[]> => {
    const clients = await worker.clients.matchAll({ type: 'all' });
    return clients.map(({ id }) => id);
  };
  const greeting = async (page: string): Promise<Greeting> => ({
    version,
    controlled: (await controlled()).includes(page),
  });
  const stats = async (page: string): Promise<WorkerStats> => {
    const { tally, inFlight } = coalescer;
    tally.keep(await controlled());
    return { version, bootId, inFlight, all: tally.all, page: tally.of(page) };
  };

  /** Undefined where there is nothing to answer. */
  const reply = (message: PageMessage | undefined, page: string): unknown => {
    switch (message?.type) {
      case 'coflight:hello':
        return greeting(page);
      case 'coflight:stats':
        return stats(page);
      case 'coflight:forget':
        coalescer.forget(message.url);
        return true;
      case 'coflight:leave':
        return coalescer.leave(page, message.request);
      case 'coflight:answered':
        return coalescer.answered(page, message.url);
    }
  };

  worker.addEventListener('message', (event) => {
    const { data, source, ports } = event;
    const answer = Promise.resolve(reply(data as PageMessage, (source as Client | null)?.id ?? ''));
    event.waitUntil(answer.then((answer) => answer && ports[0]?.postMessage(answer)));
  });
}
