// One network body, read once and handed to many readers.
//
// The arriving body is a linked list of chunks. This object holds the tail, and each reader holds the chunk that it has
// come to. The head is held only while callers may join. A reader that goes away keeps nothing alive, so the slowest
// living reader bounds the memory. Any reader that wants more makes the body arrive for all.

import { copyOf, expectBytes } from './bytes.ts';
import { type Chunk, join } from './chunks.ts';
import { frozen } from './frozen.ts';
import { type Incoming, pipe } from './incoming.ts';
import { jsonCopy } from './json-copy.ts';

/** Is told how the body arrives. */
export interface BodyListener {
  /** Called when a chunk of this many bytes has arrived. */
  onBytes(bytes: number): void;
  /** Called once: when the last byte has arrived, or when the network has failed. */
  onEnd(end: End): void;
}

/** A reader that waits for the body. */
export interface WaitingReader {
  /** Called when a chunk has arrived, or when the body has ended. */
  advance(): void;
}

/** How a body has ended: with `error` when the network failed. */
export interface End {
  readonly error?: unknown;
}

/** Keeps no state between bodies. */
let decoder: TextDecoder | undefined;

export class SharedBody {
  /** The chunk where joining callers begin. Held exactly while the body may be replayed. */
  start: Chunk | undefined;
  /** Counts how often a reader has asked for more. */
  asked = 0;
  /** Set when the last byte has arrived, or when the network has failed. */
  end: End | undefined;
  readonly #incoming: Incoming;
  readonly #listener: BodyListener;
  readonly #json: 'own' | 'frozen';
  #flow: Promise<void> | undefined;
  #last: Chunk = { bytes: new Uint8Array() };
  /** The readers that wait for the next chunk, or for the end. */
  #waiting = new Set<WaitingReader>();
  /** Counts the chunks that have arrived since a reader last waited. */
  #ahead = 0;
  /** Lets the network send more. Set while the network waits. */
  #resume: (() => void) | undefined;
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #text: string | undefined;
  #parsed: unknown;
  #blob: Promise<Blob> | undefined;

  constructor(incoming: Incoming, listener: BodyListener, json: 'own' | 'frozen' = 'own') {
    this.start = this.#last;
    this.#incoming = incoming;
    this.#listener = listener;
    this.#json = json;
  }

  /** True while a reader waits. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Lets the body arrive as fast as readers want it, in the way that the first call says. Resolves when it has ended. */
  flow(read: typeof pipe = pipe): Promise<void> {
    this.#flow ??= read(this.#incoming, (chunk) => this.#write(chunk)).then(
      () => this.#finish({}),
      (error) => this.#finish({ error }),
    );
    return this.#flow;
  }

  /** Notes that a reader wants more. Calls its `advance` when there is a chunk after `at`, or at the end. */
  wait(reader: WaitingReader, at?: Chunk): void {
    this.asked++;
    if (at?.next || this.end) reader.advance();
    else {
      this.#waiting.add(reader);
      this.#ahead = 0;
      this.#resume?.();
    }
  }

  /** Forgets a reader that has left. */
  stopWaiting(reader: WaitingReader): void {
    this.#waiting.delete(reader);
  }

  /** Returns all bytes once the body has ended, or throws its error. They must only be read: all readers share them. */
  bytes(start: Chunk): Uint8Array<ArrayBuffer> {
    if (this.end && 'error' in this.end) throw this.end.error;
    return (this.#bytes ??= join(start));
  }

  /** Returns bytes for one caller alone: a copy, unless that caller is the `last` one that wants them. */
  ownBytes(start: Chunk, last: boolean): Uint8Array<ArrayBuffer> {
    const bytes = this.bytes(start);
    return last && bytes !== start.next?.bytes ? bytes : copyOf(bytes);
  }

  /** Returns one string for all readers. */
  text(start: Chunk): string {
    return (this.#text ??= (decoder ??= new TextDecoder()).decode(this.bytes(start)));
  }

  /** Returns one frozen value for all readers, or a value for one caller alone, the `last` one without a copy. */
  json(start: Chunk, last: boolean): unknown {
    const parse = () => JSON.parse(this.text(start));
    if (this.#json === 'frozen') return (this.#parsed ??= frozen(parse()));
    return last ? parse() : jsonCopy((this.#parsed ??= parse()), parse);
  }

  /** Returns one Blob for all readers. Its type is that of the headers. */
  blob(start: Chunk, headers: Headers): Promise<Blob> {
    return (this.#blob ??= new Response(this.bytes(start), { headers }).blob());
  }

  #finish(end: End): void {
    this.end = end;
    this.#listener.onEnd(end);
    this.#tell();
  }

  /** Tells the readers that wait. Those that want more wait anew. */
  #tell(): void {
    const told = this.#waiting;
    this.#waiting = new Set();
    for (const reader of told) reader.advance();
  }

  #write(chunk: unknown): Promise<void> | undefined {
    const bytes = expectBytes(chunk);
    // A byte stream accepts no empty chunk, so the empty chunk is skipped.
    if (!bytes.byteLength) return;
    this.#last = this.#last.next = { bytes };
    this.#listener.onBytes(bytes.byteLength);
    // The first chunk after a wait does not stop the network, so that a short body ends even when no one reads it.
    const isFirst = !this.#ahead++;
    this.#tell();
    if (isFirst) return;
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }
}
