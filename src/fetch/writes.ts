// Writes fence reads with their beginning and with their end, however they end.

import { type Fences, sameOrigin } from '../http/fence.ts';
import { isSafe } from '../http/methods.ts';
import { isRequest, isUrl } from './brand.ts';
import { unknownBase } from './call.ts';

/**
 * Returns what a call writes to, without its body; undefined where it is safe. What no one here may read gets a URL
 * whose origin nobody knows.
 */
export function writeOf(input: unknown, init: RequestInit): Request | undefined {
  const method = init.method ?? (isRequest(input) ? input.method : 'GET');
  return isSafe(method) ? undefined : writeTo(urlOf(input) ?? '', method);
}

/** The URL of a string, a URL or a `Request`. Anything else is not read: `fetch` makes it a string once. */
export function urlOf(input: unknown): string | undefined {
  if (isRequest(input)) return input.url;
  return typeof input === 'string' || isUrl(input) ? `${input}` : undefined;
}

/** A write to a URL. Where the platform has no base, a relative URL gets one that never resolves. */
export function writeTo(url: string, method: string): Request {
  try {
    return new Request(url, { method });
  } catch {
    return new Request(new URL(url, unknownBase), { method });
  }
}

/** The default fence. A relative URL whose base nobody knows may be of any origin. */
const sameOrUnknownOrigin: Fences = (write, read) =>
  sameOrigin(write, read) || [write, read].some(({ url }) => url.startsWith(`${unknownBase}/`));

/** Returns whether a write fences a read. A fence that throws fences: a stale answer is worse than one more request. */
export function fencesSafely(fences: Fences = sameOrUnknownOrigin): Fences {
  return (write, read) => {
    try {
      return fences(write, read);
    } catch (error) {
      // The write must go out, and its caller is not to blame: the platform reports it as an uncaught error.
      globalThis.reportError?.(error);
      return true;
    }
  };
}

/** What a call asks for, as far as it can be told without using its body up. */
export function requestOf(input: unknown, init: RequestInit): Request | undefined {
  const source = isRequest(input) ? input : undefined;
  const url = urlOf(input);
  const { method = source?.method ?? 'GET', headers = source?.headers } = init;
  try {
    return url === undefined ? undefined : new Request(writeTo(url, method), headers ? { headers } : {});
  } catch {
    return;
  }
}
