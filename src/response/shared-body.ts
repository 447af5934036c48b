// One network body, read once and handed to many readers.
//
// The arriving body is a linked list of chunks. This holds the tail; each reader holds the chunk it has come to;
// the head is held only while newcomers may join. A reader that goes away takes its hold with it, so memory is
// bounded by the slowest living reader. Whichever reader wants more drives the reading, for all.

import { copyOf, plainBytes } from './bytes.ts';
import { type Chunk, join } from './chunks.ts';
import { type Incoming, pipe, readToEnd } from './incoming.ts';
import { jsonCopy } from './json-copy.ts';

/** Hears of the arriving body. */
export interface BodyListener {
  /** A chunk of this many bytes has arrived. */
  onBytes(bytes: number): void;
  /** The last byte has arrived, or the network's error instead of it. Called once. */
  onEnd(end: End): void;
}

/** How a body has ended: with `error` when the network failed. */
export interface End {
  readonly error?: unknown;
}

const utf8 = /* @__PURE__ */ new TextDecoder();

export class SharedBody {
  /** Where newcomers begin: held exactly while the body may be replayed. */
  start: Chunk | undefined = { bytes: new Uint8Array() };
  /** Counts how often a reader has asked for more. */
  asked = 0;
  /** Set when the last byte has arrived, or the network's error instead of it. */
  end: End | undefined;
  readonly #incoming: Incoming;
  readonly #listener: BodyListener;
  #flow: Promise<void> | undefined;
  #last: Chunk = this.start as Chunk;
  /** Settles with the next chunk, and stays settled after the end. */
  #arrival!: Promise<void>;
  #announce!: () => void;
  /** Counts the readers that wait for the next chunk. */
  #waiting = 0;
  /** Counts the chunks that came since a reader last waited. */
  #ahead = 0;
  /** Lets the network send more. Set while it has been told to wait. */
  #resume: (() => void) | undefined;
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #text: string | undefined;
  #json: unknown;
  #blob: Promise<Blob> | undefined;

  constructor(incoming: Incoming, listener: BodyListener) {
    this.#incoming = incoming;
    this.#listener = listener;
    this.#expect();
  }

  /** True while a reader waits for the next chunk. */
  get isAwaited(): boolean {
    return this.#waiting > 0;
  }

  /** Lets the body arrive as readers want it. Resolves when it has ended. */
  flow(read: typeof pipe = pipe): Promise<void> {
    this.#flow ??= read(this.#incoming, (chunk) => this.#write(chunk)).then(
      () => this.#finish({}),
      (error) => this.#finish({ error }),
    );
    return this.#flow;
  }

  /** Lets the body arrive for a reader that reads it to its end. */
  flowToEnd(): void {
    this.flow(readToEnd);
  }

  /** Returns what follows a chunk as soon as it has arrived, and undefined when the body has ended. */
  async after(chunk: Chunk): Promise<Chunk | undefined> {
    this.flow();
    this.asked++;
    if (!chunk.next && !this.end) {
      this.#waiting++;
      this.#ahead = 0;
      this.#resume?.();
      await this.#arrival;
    }
    return chunk.next;
  }

  /** A reader that waits in `after` has left. */
  stopWaiting(): void {
    if (this.#waiting) this.#waiting--;
  }

  /** Returns all bytes once the body has ended, or throws its error. To be read only: all readers share them. */
  bytes(start: Chunk): Uint8Array<ArrayBuffer> {
    if (this.end && 'error' in this.end) throw this.end.error;
    return (this.#bytes ??= join(start));
  }

  /** Returns bytes that nobody else holds: a copy, unless the caller is the `last` who wants them. */
  ownBytes(start: Chunk, last: boolean): Uint8Array<ArrayBuffer> {
    const bytes = this.bytes(start);
    return last && bytes !== start.next?.bytes ? bytes : copyOf(bytes);
  }

  /** One string for all. */
  text(start: Chunk): string {
    return (this.#text ??= utf8.decode(this.bytes(start)));
  }

  /** Returns a value that nobody else holds: a copy, unless the caller is the `last` who wants it. */
  ownJson(start: Chunk, last: boolean): unknown {
    const parse = () => JSON.parse(this.text(start));
    return last ? parse() : jsonCopy((this.#json ??= parse()), parse);
  }

  /** One Blob for all. Its type is that of the headers. */
  blob(start: Chunk, headers: Headers): Promise<Blob> {
    return (this.#blob ??= new Response(this.bytes(start), { headers }).blob());
  }

  #finish(end: End): void {
    this.end = end;
    this.#waiting = 0;
    this.#listener.onEnd(end);
    this.#announce();
  }

  #expect(): void {
    this.#waiting = 0;
    this.#arrival = new Promise((resolve) => {
      this.#announce = resolve;
    });
  }

  #write(chunk: unknown): Promise<void> | undefined {
    const bytes = plainBytes(chunk);
    // A byte stream takes no empty chunk. Nothing has arrived: read on.
    if (!bytes.byteLength) return;
    this.#last = this.#last.next = { bytes };
    this.#listener.onBytes(bytes.byteLength);
    this.#announce();
    this.#expect();
    // The first chunk after a wait does not stop the network: so a short body ends, whether anybody reads it or not.
    if (!this.#ahead++) return;
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }
}
