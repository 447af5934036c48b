// How the network's body is read: piped, or read to its end.

/** The body as the network sends it. */
export type Incoming = ReadableStream<unknown>;

/** Takes a chunk. The next one is not asked for before the returned promise resolves. */
type Write = (chunk: unknown) => Promise<void> | undefined;

/** The same members without a prototype: members that a page has added to `Object.prototype` have no effect. */
export const bare = <Members extends object>(members: Members): Members =>
  Object.assign(Object.create(null), members);

/** Pipes the body to `write`. No chunk passes through anything that a page can add to `Object.prototype`. */
export function pipe(body: Incoming, write: Write): Promise<void> {
  return body.pipeTo(new WritableStream(bare({ write }), bare({ highWaterMark: 1 })));
}

/** Reads the body to its end: quicker than a pipe, but results of `read()` look for `then` on `Object.prototype`. */
export async function readToEnd(body: Incoming, write: Write): Promise<void> {
  const reader = body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) await write(chunk.value);
  } catch (error) {
    reader.cancel(error).catch(() => {}); // the error is thrown below
    throw error;
  }
}
