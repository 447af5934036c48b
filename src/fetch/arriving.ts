import { bare } from './bare.ts';

/** The body as the network sends it. */
export type Arriving = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Takes a chunk; what it returns is waited for before the next one is asked for. */
type Write = (bytes: Uint8Array<ArrayBuffer>) => Promise<void> | undefined;

/** Has it arrive, chunk by chunk. Nothing of it passes what a page may have put on `Object.prototype`. */
export function pipe(body: Arriving, write: Write): Promise<void> {
  return body.pipeTo(new WritableStream(bare({ write }), bare({ highWaterMark: 1 })));
}

/** The same and quicker, but that promises of what is read look for a `then` on `Object.prototype`. */
export async function read(body: Arriving, write: Write): Promise<void> {
  const reader = body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) await write(chunk.value);
  } catch (error) {
    reader.cancel(error).catch(() => {}); // the error is told already
    throw error;
  }
}
