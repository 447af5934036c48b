// What a flight brings back, and how each subscriber gets a body of its own that is never a JavaScript stream:
// Firefox ends those as short successes when it stops a worker.

/** What came back from the network, to be handed out. */
export interface Answer {
  /** As it came: for looking at, not for reading. */
  readonly response: Response;
  /** The response of one subscriber; `last` for the one after whom nobody asks. */
  take(last: boolean): Response;
  /** For all but the leader, who was alone when the headers came: what is handed out when the body is there. */
  readonly later?: Promise<Answer> | undefined;
}

/** Read whole: everybody gets a new response around the same bytes, even when the worker's days are over. */
export function whole(response: Response, bytes: ArrayBuffer): Answer {
  const { status, statusText, headers } = response;
  return { response, take: () => new Response(bytes, { status, statusText, headers }) };
}

/**
 * As the browser made it. The last one gets the original: a body of which nobody reads a branch would be drawn
 * from the network to its end, even when everybody has left.
 */
export function native(response: Response): Answer {
  return { response, take: (last) => (last ? response : response.clone()) };
}
