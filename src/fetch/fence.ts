// Read your own writes: what was read before or during a write is nothing for calls made after it.

/** Methods that promise to change nothing. (RFC 9110, section 9.2.1) */
const safe = /^(get|head|options|trace)$/i;

/** What a call writes to; undefined where it is safe, or not valid. */
export function writeOf(input: RequestInfo | URL, init: RequestInit | null | undefined): Request | undefined {
  const { url = input, method } = Object(input) as Partial<Request>;
  try {
    const write = new Request(url as string, { method: init?.method ?? method ?? 'GET' });
    return safe.test(write.method) ? undefined : write;
  } catch {
    return;
  }
}

const bare = (url: string) => url.replace(/[?#].*/, '');

/** The default: a write fences what has its URL, but for query and fragment. */
export const sameResource = (write: Request, read: Request): boolean => bare(write.url) === bare(read.url);
