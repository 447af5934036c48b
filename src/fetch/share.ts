import type { Chunk } from './chunk.ts';
import { Cursor } from './cursor.ts';
import type { Download } from './download.ts';
import type { Passenger } from './passenger.ts';
import { SharedResponse } from './shared-response.ts';

/** One caller's own response. What scripts cannot read cannot be rebuilt either, only cloned. */
export function share(
  { response, init, body }: Download,
  passenger: Passenger,
  start: Chunk | undefined = body?.start,
): Response {
  if (body && start) return new SharedResponse(response, init, new Cursor(passenger, body, start));
  // The end of an opaque one is nothing to see: it can be called off for as long as somebody cares.
  if (response.type !== 'opaque') passenger.arrive();
  // All clone in the turn that brings the headers, before the leader's caller can touch the original.
  return passenger.seat.role === 'leader' ? response : (response.clone?.() ?? response);
}
