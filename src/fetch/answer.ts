// The network's answer: how callers may share it.

import { isNullBody } from '../http/content.ts';
import { variesAlways } from '../http/vary.ts';
import type { Incoming } from '../response/incoming.ts';

/** Makes a stream of anything that can be iterated asynchronously. */
interface FromIterable {
  from?(chunks: unknown): Incoming;
}

/**
 * Returns the body when it can be read once for all callers. Returns undefined when the response can only be cloned:
 * scripts cannot read it, it has no body, its body is used already, or the platform has no streams.
 */
export function readableBody(response: Response): Incoming | undefined {
  const { body, headers, status, type, bodyUsed } = response;
  if (!body || bodyUsed || body.locked || isNullBody(status) || /^(opaque|error)$/.test(type)) return;
  if (typeof headers?.[Symbol.iterator] !== 'function') return;
  // The simulated page of Jest has no streams, whatever `fetch` a test puts into it.
  if (!globalThis.ReadableStream) return;
  if (typeof body.getReader === 'function') return body as Incoming;
  // `node-fetch` has a stream of Node. Node before 20.6 cannot convert it.
  return (ReadableStream as FromIterable).from?.(body);
}

/**
 * True for an answer that callers may join after its last byte. A request may ask for a fresh one, by its `cache` mode or
 * by a header. (RFC 9111, sections 5.2.1 and 5.4)
 */
export const mayLinger = (
  { cache, headers: asked }: Pick<Request, 'cache' | 'headers'>,
  { ok, headers }: Response,
): boolean =>
  ok &&
  !!headers && // those of a mock may be missing
  !/no-|reload|max-age/i.test(cache + asked.get('cache-control') + asked.get('pragma')) &&
  !/no-store/i.test(headers.get('cache-control') ?? '') &&
  !variesAlways(headers.get('vary'));
