// One reader of a shared body: the source of the stream underneath its response.

import { BlobParts } from './blob-parts.ts';
import type { Failure, WaitingReader } from './body-listener.ts';
import { endStream } from './byte-stream.ts';
import { type Chunk, copyChunks, lastAtOnce } from './chunks.ts';
import { weakly } from './collected.ts';
import { readToEnd } from './incoming.ts';
import { collected, type Owner } from './owner.ts';
import type { ReadingWhole, State, Streaming } from './reader-state.ts';
import type { SharedBody } from './shared-body.ts';
import type { Method } from './whole-body.ts';

/** Lives exactly as long as a program can read from it: its stream holds it, and nothing else does. */
export class Reader implements UnderlyingByteSource, WaitingReader {
  type!: 'bytes';
  #state: State;
  #controller!: ReadableByteStreamController;

  private constructor(state: State) {
    this.#state = state;
  }

  /** Returns a reader at a chunk of a body. */
  static at(body: SharedBody, at: Chunk, owner: Owner): Reader {
    const reader = new Reader({ is: 'streaming', body, owner, at, rest: undefined });
    const self = weakly(reader);
    owner.fail = (reason) => self.deref()?.fail(reason);
    body.follow(self);
    collected().register(reader, owner, reader);
    return reader;
  }

  /** The reason of this reader's failure, if it has failed. */
  get failure(): Failure | undefined {
    return this.#state.is === 'done' ? this.#state.failure : undefined;
  }

  /** The body, while the stream can be read further. */
  get body(): SharedBody | undefined {
    return this.#state.is === 'streaming' ? this.#state.body : undefined;
  }

  start(controller: ReadableByteStreamController): void {
    this.#controller = controller;
    if (this.#state.is === 'done') endStream(controller, this.#state.failure);
    else this.endStream();
  }

  pull(): void {
    // The platform pulls no stream that has ended.
    const { body, at, rest } = this.#state as Streaming;
    body.flow();
    if (rest) this.advance();
    else body.wait(this, at);
  }

  advance(): void {
    const state = this.#state;
    if (state.is === 'streaming') {
      const { at, rest } = state;
      if (rest) this.#give(state, rest);
      else if (at.next) {
        state.at = lastAtOnce(at);
        // Each reader gets its own bytes, because it may change or transfer them.
        this.#give(state, copyChunks(at, state.at));
      }
      this.endStream();
      // A reader that has aborted in the turn of its read is done.
    } else if (state.is === 'reading') {
      if (state.from instanceof BlobParts) state.from.gather();
      if (state.body.hasEnded) state.end();
      else state.body.wait(this);
    }
  }

  cancel(reason: unknown): void {
    if (this.body) this.#finish().leave(reason);
  }

  /** Fails with a reason. Returns false when the stream has nothing left to read. */
  fail(reason: unknown): boolean {
    this.endStream();
    const state = this.#state;
    if (state.is === 'done') return false;
    if (state.is === 'reading') state.reject(reason);
    else this.#controller.error(reason);
    this.#finish({ reason, aborted: true }).leave(reason);
    return true;
  }

  /** Reads the whole body from here for this method, without the stream. The caller must lock the stream. */
  whole(method: Method, headers?: () => Headers): Promise<never> {
    const { body, owner, at } = this.#state as Streaming;
    body.flow(readToEnd);
    const from = method === 'blob' ? body.whole.parts(at) : at;
    return new Promise((resolve, reject) => {
      const end = () => {
        try {
          if (body.failure) throw body.failure.reason;
          resolve(body.whole[method](from as never, owner.isLast, headers as never) as never);
        } catch (error) {
          reject(error);
        }
        this.#finish();
      };
      this.#state = { is: 'reading', body, owner, from, end, reject };
      // An abort later in this turn counts, also when the whole body is there.
      Promise.resolve().then(() => this.advance());
    });
  }

  /** Returns a second reader at the same chunk. If this reader has failed, the second fails with the same reason. */
  fork(): Reader {
    if (this.#state.is !== 'streaming') return new Reader(this.#state);
    const { body, at, owner } = this.#state;
    return Reader.at(body, at, owner.fork());
  }

  /** Ends the stream as the body has ended, when the reader has read everything before. */
  endStream(): void {
    const state = this.#state;
    if (state.is !== 'streaming' || !state.body.hasEnded || state.at.next || state.rest) return;
    const { failure } = state.body;
    this.#finish(failure);
    endStream(this.#controller, failure);
  }

  /** Gives the program these bytes, or as many as its own view takes. The stream may pull meanwhile. */
  #give(state: Streaming, bytes: Uint8Array<ArrayBuffer>): void {
    const room = this.#controller.byobRequest?.view?.byteLength ?? bytes.byteLength;
    state.rest = room < bytes.byteLength ? bytes.subarray(room) : undefined;
    this.#controller.enqueue(state.rest ? bytes.slice(0, room) : bytes);
  }

  /** Releases the body of a reader that is not done. Returns its owner. */
  #finish(failure?: Failure): Owner {
    const { body, owner } = this.#state as Streaming | ReadingWhole;
    this.#state = { is: 'done', failure };
    body.stopWaiting(this);
    collected().unregister(this);
    owner.release();
    return owner;
  }
}
