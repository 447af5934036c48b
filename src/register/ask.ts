import type { PageMessage } from '../protocol/messages.ts';
import { isStats } from '../protocol/read.ts';
import type { Within } from './deadline.ts';

/** Asks the worker. Rejects at the deadline: a worker without coflight never answers, or answers something else. */
export function ask<Answer>(
  worker: Pick<ServiceWorker, 'postMessage'>,
  message: PageMessage,
  within: Within,
): Promise<Answer> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<Answer>((resolve) => {
    port1.onmessage = ({ data }) => {
      if (message.type !== 'coflight:stats' || isStats(data)) resolve(data as Answer);
    };
  });
  worker.postMessage(message, [port2]);
  return within(answer, `The service worker did not answer "${message.type}"`).finally(() => port1.close());
}
