// Which failures of a download are temporary, and when it is tried again.

/** Milliseconds between retries at most. When a server asks for a longer delay, there is no retry. */
const longestDelay = 60_000;

/** By error: the milliseconds that the server asked for, NaN when it asked for none, Infinity when no retry helps. */
const delays = /* @__PURE__ */ new WeakMap<object, number>();

/** Returns the error of a response that is no success. A 429 and a 5xx are temporary. */
export function failureOf({ status, headers }: Response, url: string): Error {
  const error = new Error(`GET ${url} failed: ${status}.`);
  if (status === 429 || status >= 500) delays.set(error, delayOf(headers));
  return error;
}

/** Marks an error that no retry helps. */
export function final(error: Error): Error {
  delays.set(error, Infinity);
  return error;
}

/** `Retry-After` is in whole seconds or a date of HTTP. Some browsers read a date also from other texts, such as `-5`. */
function delayOf(headers: Headers): number {
  const wanted = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(wanted)) return +wanted * 1000;
  return /GMT$/.test(wanted) ? Date.parse(wanted) - Date.now() : Number.NaN;
}

/** Returns a promise that resolves when the download may be tried again; undefined when it must not. */
export function retryDelay(error: unknown, failures: number, retries = 0): Promise<unknown> | undefined {
  // The network's own errors are TypeErrors. Those of a frame's `fetch` are of another realm.
  const delay = delays.get(error as object) ?? (Object(error).name === 'TypeError' ? Number.NaN : undefined);
  if (failures > retries || delay === undefined || delay > longestDelay) return undefined;
  const wait = Number.isNaN(delay) ? Math.min(500 * 2 ** failures, longestDelay) : delay;
  return new Promise((resolve) => setTimeout(resolve, wait));
}
