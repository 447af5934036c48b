// What status and type say about a body.

/**
 * Content that has no end, or is read as it comes: a newcomer has no use for what was sent before it came. Event
 * streams, motion pictures, one JSON text a line (NDJSON, JSON sequences), audio and video.
 */
const endless =
  /^\s*(text\/event-stream|multipart\/x-mixed-replace|audio\/|video\/|application\/(.+\+)?(x-)?(ndjson|json-?lines|jsonl|json-seq|stream\+json))/i;

/** Returns true for content without an end. */
export const isEndless = (contentType: string | null | undefined): boolean => endless.test(contentType ?? '');

/** Returns true for a status whose response cannot be made with a body. (Fetch, "null body status") */
export const isNullBody = (status: number): boolean => [101, 103, 204, 205, 304].includes(status);
