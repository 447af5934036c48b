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
    // A prefetch of the next page: from a worker, it does not ask for HTML.
    !request.headers.has('sec-purpose') &&
    !request.headers.get('accept')?.includes('text/event-stream') &&
    isHttp(request.url)
  );
}
