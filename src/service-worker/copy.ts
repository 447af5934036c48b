// A copy of a body, read beside the body that a client has, so that others can join until the last byte.

/** Milliseconds after the headers for which a caller waits at most for a body to be whole. */
const wholeTimeout = 800;

/** A copy under way. */
export interface Copy {
  /** Resolves with all of the body, or with undefined when it is too long, too slow, or nobody wants it. */
  readonly chunks: Promise<readonly BlobPart[] | undefined>;
  /** Stops reading. The connection can end once the client gives its own body up, too. */
  stop(): void;
}

/**
 * Reads a body of up to `most` bytes. The time is bounded because nobody tells the copy that the client has given
 * its body up: the copy alone would keep the connection open. (whatwg/streams, "tee")
 */
export function copyOf({ body }: Response, most: number): Copy {
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.getReader();
  let stopped = false;
  const stop = () => {
    stopped = true;
    reader?.cancel();
  };
  const read = async () => {
    const timer = setTimeout(stop, wholeTimeout);
    const chunks: BlobPart[] = [];
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
    return stopped ? undefined : chunks;
  };
  return { chunks: read(), stop };
}
