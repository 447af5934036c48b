// A body that is read once and handed to many.
//
// The arriving body is a linked list of chunks. The tail is held here; each reader holds the chunk it has come
// to, and the head is held only while newcomers may join. A reader that goes away takes its hold with it, so
// memory is bounded by the slowest living reader. Whoever wants more drives the reading, for all.

import { type Arriving, pipe, read } from './arriving.ts';
import { bytesFrom, type Chunk } from './chunk.ts';
import { copyOf } from './copy-of.ts';

/** Who is told of the arriving body. */
export interface Arrivals {
  /** Bytes have arrived. */
  arrived(bytes: number): void;
  /** The last byte is here, told once; or an error instead of it. */
  ended(failed: boolean): void;
}

/** Makes what a caller wants of a whole body; who is `alone` need not share it. */
export type Make<T> = (body: SharedBody, start: Chunk, alone: boolean) => T | Promise<T>;

const utf8 = /* @__PURE__ */ new TextDecoder();

/** One network body for many independent readers. What it hands out as text or Blob is shared: they cannot change. */
export class SharedBody {
  /** Where newcomers begin: held exactly while the body may be replayed. */
  start: Chunk | undefined = { bytes: new Uint8Array() };
  /** How often some reader has asked for more. */
  asked = 0;
  /** Somebody waits for more at this moment. */
  reading = false;
  /** The last byte is here, or the network's own error instead of it. */
  over: { readonly error?: unknown } | undefined;
  readonly #stream: Arriving;
  readonly #arrivals: Arrivals;
  #flow: Promise<void> | undefined;
  #last: Chunk = this.start as Chunk;
  /** Settles with the next chunk, and stays settled after the end: everybody who wants more waits for it. */
  #arrival!: Promise<void>;
  #arrive!: () => void;
  /** Chunks that came since somebody last waited for one. */
  #ahead = 0;
  /** Has the network send more, where it was told to wait. */
  #resume: (() => void) | undefined;
  #whole: Uint8Array<ArrayBuffer> | undefined;
  #text: string | undefined;
  #json: unknown;
  #blob: Promise<Blob> | undefined;

  constructor(stream: Arriving, arrivals: Arrivals) {
    this.#stream = stream;
    this.#arrivals = arrivals;
    this.#expect();
  }

  /** Lets the body arrive as it is wanted. Resolves when it is over. Who will read on to the end has it read. */
  flow(toTheEnd = false): Promise<void> {
    return (this.#flow ??= (toTheEnd ? read : pipe)(this.#stream, (bytes) => this.#write(bytes)).then(
      () => this.#end({}),
      (error) => this.#end({ error }),
    ));
  }

  /** What follows a chunk, as soon as it is there; nothing when it is over. */
  async after(chunk: Chunk): Promise<Chunk | undefined> {
    this.flow();
    this.asked++;
    if (!chunk.next && !this.over) {
      this.reading = true;
      this.#ahead = 0;
      this.#resume?.();
      await this.#arrival;
    }
    return chunk.next;
  }

  /**
   * All bytes, once it is over, or the error is thrown. One array for all who ask: to be copied before it is given
   * away.
   */
  bytes(start: Chunk): Uint8Array<ArrayBuffer> {
    if (this.over && 'error' in this.over) throw this.over.error;
    return (this.#whole ??= bytesFrom(start));
  }

  text(start: Chunk): string {
    return (this.#text ??= utf8.decode(this.bytes(start)));
  }

  /** Fresh for each, because it can be changed: who is `alone` needs no copy. */
  json(start: Chunk, alone: boolean): unknown {
    const parse = () => JSON.parse(this.text(start));
    return alone ? parse() : copyOf((this.#json ??= parse()), parse);
  }

  /** The headers say its type. */
  blob(start: Chunk, headers: Headers): Promise<Blob> {
    return (this.#blob ??= new Response(this.bytes(start), { headers }).blob());
  }

  #end(over: { error?: unknown }): void {
    this.over = over;
    this.#arrivals.ended('error' in over);
    this.#arrive();
  }

  #expect(): void {
    this.#arrival = new Promise((resolve) => {
      this.#arrive = resolve;
    });
  }

  #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined {
    if (!ArrayBuffer.isView(bytes)) throw new TypeError('The body has a chunk that is no Uint8Array.');
    // A byte stream takes no empty chunk, and nothing has arrived: read on.
    if (!bytes.byteLength) return;
    this.#last = this.#last.next = { bytes };
    this.reading = false;
    this.#arrivals.arrived(bytes.byteLength);
    this.#arrive();
    this.#expect();
    // A chunk or two are read ahead: so a short body is whole, and its flight over, whether it is wanted or not.
    if (!this.#ahead++) return;
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }
}
