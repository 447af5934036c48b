// Requests that a worker leaves alone, whatever `match` says. They must not be shared, or may outlive the worker or its
// tab, or the user wants them fresh.

/** The URL of a request over HTTP, without a user name: in Chromium, a worker can send none that has one. */
const sendable = /^https?:\/\/[^/@]+\//;

/** Media are requested in ranges, and may take longer than a worker lives. */
const media: readonly string[] = ['audio', 'track', 'video'];

/**
 * Headers of a range, of a prefetch of the next page, and of an event stream, as name and value. A worker's prefetch would
 * not ask for HTML. Types do not differ by case.
 */
const unshared = /^(range|sec-purpose) |text\/event-stream/i;

/**
 * Returns false for a header that keeps its request out. Chromium shows a worker no value that has characters outside
 * ASCII: it is empty there, and would be sent so.
 */
const mayShare = ([name, value]: readonly [string, string]) => !!value && !unshared.test(`${name} ${value}`);

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
