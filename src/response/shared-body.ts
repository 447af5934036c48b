// One network body, read once and handed to many readers.
//
// The arriving body is a linked list of chunks. This object holds the tail, and each reader holds the chunk that it has
// come to. The head is held only while callers may join. A reader that goes away keeps nothing alive, so the slowest
// living reader bounds the memory. Any reader that wants more makes the body arrive for all.

import type { BodyListener, Failure, WaitingReader } from './body-listener.ts';
import { expectBytes } from './bytes.ts';
import type { Chunk } from './chunks.ts';
import type { weakly } from './collected.ts';
import { type Incoming, pipe } from './incoming.ts';
import { type JsonValues, WholeBody } from './whole-body.ts';

export interface BodyOptions {
  readonly json: JsonValues | undefined;
  /** Aborts when no one wants the body any more. */
  readonly signal: AbortSignal;
}

export class SharedBody {
  /** Counts how often a reader has asked for more. */
  asked = 0;
  /** True when the last byte has arrived, or when the network has failed. */
  hasEnded = false;
  failure: Failure | undefined;
  /** The values of the whole body. */
  readonly whole: WholeBody;
  readonly #incoming: Incoming;
  readonly #listener: BodyListener;
  readonly #signal: AbortSignal;
  #flow: Promise<void> | undefined;
  #last: Chunk = { bytes: new Uint8Array(), next: undefined };
  /** The chunk where joining callers begin. Held exactly while the body may be replayed. */
  start: Chunk | undefined = this.#last;
  /** The readers that wait for the next chunk, or for the end. */
  #waiting = new Set<WaitingReader>();
  /** All readers until the end, as far as they have not been collected. */
  readonly #readers: ReturnType<typeof weakly<WaitingReader>>[] = [];
  /** Counts the chunks that have arrived since a reader last waited. */
  #ahead = 0;
  /** Lets the network send more. Set while the network waits. */
  #resume: (() => void) | undefined;
  /** Called when the network begins to wait. */
  #onPause: (() => void) | undefined;
  #pause: Promise<void> | undefined;

  constructor(incoming: Incoming, listener: BodyListener, { json, signal }: BodyOptions) {
    this.whole = new WholeBody(json);
    this.#incoming = incoming;
    this.#signal = signal;
    this.#listener = listener;
  }

  /** True while a reader waits. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Lets the body arrive as fast as readers want it, by the `read` of the first call. Resolves when it has ended. */
  flow(read: typeof pipe = pipe): Promise<void> {
    this.#flow ??= read(this.#incoming, (chunk) => this.#write(chunk), this.#signal).then(
      () => this.#finish(),
      (reason) => this.#finish({ reason }),
    );
    return this.#flow;
  }

  /** Lets the body arrive as far as it does without a reader. Resolves when it has ended, or when the network waits. */
  flowUnread(): Promise<void> {
    const flow = this.flow();
    if (this.#ahead > 1) return Promise.resolve();
    this.#pause ??= new Promise((resolve) => {
      this.#onPause = resolve;
    });
    return Promise.race([flow, this.#pause]);
  }

  /** Cancels the network's body. Called when its signal has aborted, which a replacement of `fetch` may not follow. */
  cancel(reason: unknown): void {
    if (!this.#flow) this.#incoming.cancel(reason).catch(() => {}); // no one is left to be told
    this.#resume?.();
  }

  /** Notes that a reader wants more. Calls its `advance` when there is a chunk after `at`, or at the end. */
  wait(reader: WaitingReader, at?: Chunk): void {
    this.asked++;
    if (at?.next || this.hasEnded) reader.advance();
    else {
      this.#waiting.add(reader);
      this.#ahead = 0;
      this.#resume?.();
    }
  }

  /** Notes a reader whose stream ends with the body. */
  follow(reader: ReturnType<typeof weakly<WaitingReader>>): void {
    if (!this.hasEnded) this.#readers.push(reader);
  }

  /** Forgets a reader that has left. */
  stopWaiting(reader: WaitingReader): void {
    this.#waiting.delete(reader);
  }

  #finish(failure?: Failure): void {
    this.hasEnded = true;
    this.failure = failure;
    this.#listener.onEnd(failure);
    this.#tell();
    for (const reader of this.#readers.splice(0)) reader.deref()?.endStream();
  }

  /** Tells the readers that wait. Those that want more wait anew. */
  #tell(): void {
    const told = this.#waiting;
    this.#waiting = new Set();
    for (const reader of told) reader.advance();
  }

  #write(chunk: unknown): Promise<void> | undefined {
    // Node 20 and 22 still pass on a chunk that was on its way when the last caller left.
    if (this.#signal.aborted) return;
    const bytes = expectBytes(chunk);
    // A byte stream accepts no empty chunk, so the empty chunk is skipped.
    if (!bytes.byteLength) return;
    this.#last = this.#last.next = { bytes, next: undefined };
    this.#listener.onBytes(bytes.byteLength);
    // The first chunk after a wait does not stop the network, so that a short body ends even when no one reads it.
    const isFirst = !this.#ahead++;
    this.#tell();
    if (isFirst) return;
    this.#onPause?.();
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }
}
