// What a worker leaves alone, whatever `match` says: what may not be shared, what may outlive the worker or its
// tab, and what the user wants fresh.

/** Media come in ranges, and may take longer than a worker may live. */
const media = /^(audio|track|video)$/;

/** The request may be answered by a shared flight. */
export function eligible(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.cache === 'default' &&
    request.mode !== 'navigate' &&
    !request.keepalive &&
    !media.test(request.destination) &&
    !request.headers.has('range') &&
    !request.headers.get('accept')?.includes('text/event-stream') &&
    /^https?:/.test(request.url)
  );
}
