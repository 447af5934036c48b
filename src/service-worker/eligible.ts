// Requests that a worker leaves alone, whatever `match` says. They must not be shared, or may outlive the worker or its
// tab, or the user wants them fresh.

import { isHttp } from '../http/url.ts';

/** Media are requested in ranges, and may take longer than a worker lives. */
const media: readonly string[] = ['audio', 'track', 'video'];

/** Returns true for a request that a shared flight may answer. */
export function eligible(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.cache === 'default' &&
    request.mode !== 'navigate' &&
    !request.keepalive &&
    !media.includes(request.destination) &&
    !request.headers.has('range') &&
    !request.headers.get('accept')?.includes('text/event-stream') &&
    isHttp(request.url)
  );
}
