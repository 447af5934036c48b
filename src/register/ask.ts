import type { PageMessage } from '../protocol/messages.ts';
import { within } from './within.ts';

/** A worker, or a test's stand-in. */
export interface Addressee {
  postMessage(message: PageMessage, transfer?: Transferable[]): void;
}

/** Asks the worker. Rejects where no answer comes within that many milliseconds: a stopped one is silent. */
export function ask<Answer>(worker: Addressee, message: PageMessage, timeout: number): Promise<Answer> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<Answer>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage(message, [port2]);
  return within(timeout, answer, `The service worker did not answer "${message.type}"`).finally(() =>
    port1.close(),
  );
}
