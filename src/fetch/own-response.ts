import type { Chunk } from '../response/chunks.ts';
import { collected } from '../response/owner.ts';
import { Reader } from '../response/reader.ts';
import { sharedResponse } from '../response/shared-response.ts';
import type { Caller } from './caller.ts';
import type { Download } from './download.ts';

/** Returns one caller's own response. A caller that came mid-body has taken the `start` then. */
export function ownResponse(
  { response, source, body }: Download,
  caller: Caller,
  start: Chunk | undefined = body?.start,
): Response {
  if (body && source && start) return sharedResponse(source, Reader.at(body, start, caller));
  const own = response as Response;
  // It leads to the response, which the collector would never find then.
  caller.fail = undefined;
  // All clone in the turn that brings the headers, before the leader's caller can touch the original.
  const isUsed = own.bodyUsed || own.body?.locked;
  const mine = caller.subscriber.role === 'leader' || isUsed ? own : (own.clone?.() ?? own);
  // Only the collector can end an opaque response.
  if (own.type === 'opaque') collected.register(mine, caller);
  else caller.release();
  return mine;
}
