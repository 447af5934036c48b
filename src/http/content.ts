// Rules about bodies that the status and the content type decide.

/**
 * Content that has no end, or that callers read as it arrives: event streams, motion JPEG, subscriptions and deferred
 * answers of GraphQL (`multipart/mixed`), NDJSON, JSON sequences, audio and video. A later caller has no use for its
 * beginning.
 */
const endless =
  /^\s*(text\/event-stream|multipart\/(x-)?mixed|audio\/|video\/|application\/(.+\+)?(x-)?(ndjson|json-lines|jsonl|json-seq|stream\+json))/i;

/** Returns true for content without an end. */
export const isEndless = (contentType: string | null | undefined): boolean => endless.test(contentType ?? '');

/** Returns true for a status that a script can give to a response. (Fetch, "initialize a response") */
export const isStatus = (status: number): boolean => status >= 200 && status < 600;

/** Returns true for a reason phrase that a script can give to a response. */
export const isReason = (statusText: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(statusText);

/** Returns true for a status whose response cannot be made with a body. (Fetch, "null body status") */
export const isNullBody = (status: number): boolean => [101, 103, 204, 205, 304].includes(status);
