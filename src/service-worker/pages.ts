// The messages that the worker sends to pages that have asked nothing.

import type { WorkerMessage } from '../protocol/messages.ts';
import { worker } from './worker.ts';

/** Sends a message to a client, if it is a page or a frame that is still open. */
export async function tellPage(id: string, message: WorkerMessage): Promise<void> {
  const client = await worker.clients.get(id);
  if (client?.type === 'window') client.postMessage(message);
}

/** A request of a client. */
interface Sent {
  readonly client: string;
  readonly request: Request;
}

/** Tells pages that no one may join these requests any more. The client that has caused this knows it. */
export function tellClosed(requests: readonly Sent[], cause: string): void {
  for (const page of new Set(requests.map(({ client }) => client))) {
    const own = requests.filter(({ client }) => client === page);
    const urls = [...new Set(own.map(({ request }) => request.url))];
    if (page !== cause) tellPage(page, { type: 'coflight:closed', urls });
  }
}
