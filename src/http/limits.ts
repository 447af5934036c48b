// Limits after which callers no longer join, in the page, in the worker and in the report.

/** Bytes of a body that are kept for callers that join mid-body, unless an option says otherwise. */
export const defaultMaxReplay: number = 4 * 2 ** 20;

/** Milliseconds after the headers in which callers may join. Chromium's own cache lock lasts as long. */
export const joinTimeout = 20_000;
