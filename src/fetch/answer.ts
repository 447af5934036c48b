// What the network answered, and how it may be handed to many.

import { isNullBody } from '../http/content.ts';
import { misuse } from '../options/check.ts';
import type { Incoming } from '../response/incoming.ts';

/** Makes a stream of anything that can be iterated asynchronously. */
interface FromIterable {
  from?(chunks: unknown): Incoming;
}

/** Throws for what is no response at all. A stand-in for `fetch` may answer anything. */
export function expectResponse(answer: unknown): void {
  if (Object(answer) !== answer) throw misuse('`fetch` to resolve to a Response', answer);
}

/**
 * Returns the body when it can be read once and handed out anew; undefined when the response can only be cloned,
 * because scripts cannot read it, it has no body, or it is used already.
 */
export function readableBody(response: Response): Incoming | undefined {
  const { body, headers, status, type, bodyUsed } = response;
  if (!body || bodyUsed || body.locked || isNullBody(status) || /^(opaque|error)$/.test(type)) return;
  if (typeof headers?.[Symbol.iterator] !== 'function') return;
  if (typeof body.getReader === 'function') return body as Incoming;
  // A stream of Node, as `node-fetch` has it. Node before 20.6 cannot convert it.
  return (ReadableStream as FromIterable).from?.(body);
}

/** True for an answer that may still be joined when it is whole. */
export const mayLinger = ({ ok, headers }: Response): boolean =>
  ok && !/no-store/i.test(headers.get('cache-control') ?? '') && !headers.get('vary')?.includes('*');
