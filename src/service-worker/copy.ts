// Reads a copy of a body while a client reads the body itself, so that callers can join until the last byte.

import { concat } from '../http/concat.ts';

/** The most milliseconds after the headers that a caller waits for a whole body. */
const wholeTimeout = 800;

/** A whole body. */
export interface Body {
  readonly size: number;
  /** Returns its bytes as one piece. Few bodies have a caller that needs that. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/** A copy that is being read. */
export interface Copy {
  /** Resolves with the whole body, or with undefined when it is too long or too slow, or when reading was stopped. */
  readonly body: Promise<Body | undefined>;
  /** Stops reading. The connection can end once the client has cancelled its own body, too. */
  stop(): void;
}

/**
 * Reads a body of up to `most` bytes. The time is bounded, because the copy does not learn that the client has
 * cancelled its body, and would keep the connection open. (whatwg/streams, "tee")
 */
export function copyOf({ body }: Response, most: number): Copy {
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.getReader();
  let stopped = false;
  const stop = () => {
    stopped = true;
    reader?.cancel().catch(() => {});
  };
  const read = async () => {
    const timer = setTimeout(stop, wholeTimeout);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    try {
      for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
        chunks.push(chunk.value);
        size += chunk.value.byteLength;
        if (size > most) stop();
      }
    } finally {
      clearTimeout(timer);
    }
    return stopped ? undefined : { size, bytes: () => concat(chunks) };
  };
  return { body: read(), stop };
}
