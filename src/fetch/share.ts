import type { Seat } from '../core/flight.ts';
import type { Chunk } from './chunk.ts';
import { Cursor } from './cursor.ts';
import type { Download } from './download.ts';
import { SharedResponse } from './shared-response.ts';

/** One caller's own response. What scripts cannot read cannot be rebuilt either, only cloned. */
export function share(
  download: Download,
  seat: Seat<Download, Download>,
  signal: AbortSignal | undefined,
  start: Chunk | undefined = download.body?.start,
): Response {
  const { response, init, body } = download;
  if (body && start)
    return new SharedResponse(response, init, new Cursor(download, body, start, seat, signal));
  if (response.type === 'opaque')
    signal?.addEventListener('abort', () => download.release(seat, signal.reason), { once: true });
  // All clone in the turn that brings the headers, before the leader's caller can touch the original.
  return seat.role === 'leader' ? response : (response.clone?.() ?? response);
}
