// The messages that the worker sends to pages that have asked nothing.

import type { WorkerMessage } from '../protocol/messages.ts';
import { worker } from './worker.ts';

/** Sends a message to a client, if it is a page or a frame that is still open. */
export async function tellPage(id: string, message: WorkerMessage): Promise<void> {
  const client = await worker.clients.get(id);
  if (client?.type === 'window') client.postMessage(message);
}

/** A read of a client. */
export interface Read {
  readonly client: string;
  readonly request: Request;
}

/** Tells pages that no one may join these reads any more. The client that has caused this knows it. */
export function tellClosed(reads: readonly Read[], cause: string): void {
  const urlsOf = new Map<string, Set<string>>();
  for (const { client, request } of reads)
    if (client !== cause) urlsOf.set(client, (urlsOf.get(client) ?? new Set()).add(request.url));
  for (const [page, urls] of urlsOf) tellPage(page, { type: 'coflight:closed', urls: [...urls] });
}
