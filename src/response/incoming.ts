// Two ways to read the network's body: piped, or read to its end.

import { bare } from '../http/bare.ts';

/** The body as the network sends it. */
export type Incoming = ReadableStream<unknown>;

/** Takes a chunk. The next chunk is requested only after the returned promise has resolved. */
type Write = (chunk: unknown) => Promise<void> | undefined;

/**
 * Pipes the body to `write`. Members that a page adds to `Object.prototype` never see a chunk. Where the global classes do
 * not fit a pipe, it reads the body instead: happy-dom has Node's `Writable` in their place, a page a polyfill, and a jsdom
 * whose setup adds streams one by one may have none. In WebKit, the constructor throws for some of those members.
 */
export function pipe(body: Incoming, write: Write, signal: AbortSignal): Promise<void> {
  try {
    const sink = new WritableStream(bare({ write }), bare({}));
    if (body instanceof ReadableStream && 'getWriter' in sink) return body.pipeTo(sink, bare({ signal }));
  } catch {
    // it is read below
  }
  return readToEnd(body, write, signal);
}

/** Reads the body to its end: quicker than a pipe, but results of `read()` look for `then` on `Object.prototype`. */
export async function readToEnd(body: Incoming, write: Write, signal: AbortSignal): Promise<void> {
  const reader = body.getReader();
  signal.addEventListener('abort', () => void reader.cancel(signal.reason).catch(() => {}));
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) await write(chunk.value);
    if (signal.aborted) throw signal.reason; // `cancel` makes it look like the end
  } catch (error) {
    reader.cancel(error).catch(() => {}); // the error is thrown below
    throw error;
  }
}
