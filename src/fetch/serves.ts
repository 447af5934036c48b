import { varies } from '../http/vary.ts';
import type { Call } from './call.ts';
import type { Download } from './download.ts';

/** True when this call may be answered with the response of the download. */
export function serves({ response, record }: Download, { request }: Call): boolean {
  const vary = response?.headers?.get?.('vary');
  return !vary || !varies(vary, record.request, request());
}
