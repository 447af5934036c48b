// Requests that a worker leaves alone, whatever `match` says. They must not be shared, or may outlive the worker or its
// tab, or the user wants them fresh.

/** The URL of a request over HTTP, without a user name: in Chromium, a worker can send none that has one. */
const sendable = /^https?:\/\/[^/@]+\//;

/** Media are requested in ranges, and may take longer than a worker lives. */
const media: readonly string[] = ['audio', 'track', 'video'];

/** Headers of a range, and of a prefetch of the next page. A worker's prefetch would not ask for HTML. */
const unshared = /^(range|sec-purpose)$/;

/**
 * Returns false for a header that keeps its request out. Chromium shows a worker no value that has characters outside
 * ASCII: it is empty there, and would be sent so.
 */
const mayShare = ([name, value]: readonly [string, string]) =>
  !!value && !unshared.test(name) && !value.includes('text/event-stream');

/**
 * Returns true for a request that names the kind of network in which its server must be. Chromium shows that to a worker,
 * but a worker's `fetch` sends the request without it, and gets an answer from any other network, too.
 */
const namesNetwork = ({ targetAddressSpace = 'unknown' }: Request & { targetAddressSpace?: string }) =>
  targetAddressSpace !== 'unknown';

/** Returns true for a request that a shared flight may answer. */
export function eligible(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.cache === 'default' &&
    request.mode !== 'navigate' &&
    !request.keepalive &&
    !namesNetwork(request) &&
    !media.includes(request.destination) &&
    [...request.headers].every(mayShare) &&
    sendable.test(request.url)
  );
}
