import type { PageMessage } from '../protocol/messages.ts';

/** Asks the worker; rejects where no answer comes within that many milliseconds. */
export function ask<Answer>(worker: ServiceWorker, message: PageMessage, patience = 1000): Promise<Answer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<Answer>((resolve, reject) => {
    const late = () => reject(new Error(`The service worker did not answer "${message.type}".`));
    const timer = setTimeout(late, patience);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage(message, [port2]);
  }).finally(() => port1.close());
}
