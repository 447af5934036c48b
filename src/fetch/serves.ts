import { varies } from '../http/vary.ts';
import type { Call } from './call.ts';
import type { Download } from './download.ts';

/**
 * True when this call may be answered with the response of the download. `areAlike` says that both have equal headers.
 * Then only `*` keeps them apart, and the call needs no request.
 */
export function serves({ response, record }: Download, { request }: Call, areAlike: boolean): boolean {
  const vary = response?.headers?.get?.('vary');
  return !vary || !varies(vary, record.request, areAlike ? record.request : request());
}
