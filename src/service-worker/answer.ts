// What a flight brings back, and how each subscriber gets a body of its own that is never a JavaScript stream:
// Firefox ends those as short successes when it stops a worker.

/** What came back from the network, to be handed out. */
export interface Answer {
  /** As it came: for looking at, not for reading. */
  readonly response: Response;
  /** The response of one subscriber; `last` for the one after whom nobody asks. */
  take(last: boolean): Response;
}

/** Read whole: everybody gets a new response around the same bytes, even when the worker's days are over. */
export function whole(response: Response, bytes: ArrayBuffer): Answer {
  const { status, statusText, type } = response;
  const headers = new Headers(response.headers);
  // What the page may see of another origin's headers is what the worker sees; a rebuilt response must say so.
  if (type === 'cors' && !headers.has('access-control-expose-headers'))
    headers.set('access-control-expose-headers', [...headers.keys()].join());
  return { response, take: () => new Response(bytes, { status, statusText, headers }) };
}

/**
 * Not read at all. The last one gets the original: a body of which nobody reads a branch would be drawn from the
 * network to its end, even when everybody has left.
 */
export function native(response: Response): Answer {
  return { response, take: (last) => (last ? response : response.clone()) };
}
