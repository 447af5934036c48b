// One caller's way through a shared body: the source of the stream underneath its response.

import { byteStream } from './byte-stream.ts';
import type { Chunk } from './chunk.ts';
import { Passenger } from './passenger.ts';
import type { Make, SharedBody } from './shared-body.ts';

/** A response that nobody can read any more has left. */
const collected = /* @__PURE__ */ new FinalizationRegistry<Passenger>((passenger) => passenger.leave());

/** Lives just as long as somebody can read: its stream holds it, and nothing else does. */
export class Cursor implements UnderlyingByteSource {
  readonly type: 'bytes' = byteStream;
  /** A rejection with what made this reader leave, if it had to; a promise, because a reason may be anything. */
  left: Promise<never> | undefined;
  /** Undefined once this reader is through or has left. It must not lead back here, or neither is ever collected. */
  #passenger: Passenger | undefined;
  #body: SharedBody | undefined;
  /** The chunk that the stream has come to; undefined once the stream is not what is read from. */
  #at: Chunk | undefined;
  #controller!: ReadableByteStreamController;
  /** Tells whoever reads the body whole that it ends here. */
  #reject: ((reason: unknown) => void) | undefined;

  constructor(passenger: Passenger, body: SharedBody, at: Chunk) {
    this.#passenger = passenger;
    this.#body = body;
    this.#at = at;
    const self = new WeakRef(this);
    passenger.onAbort = (reason) => self.deref()?.leave(reason);
    collected.register(this, passenger, this);
  }

  /** Nothing stands in the way of reading on from here. */
  get ready(): boolean {
    return !!this.#at;
  }

  start(controller: ReadableByteStreamController): void {
    this.#controller = controller;
  }

  async pull(): Promise<void> {
    const at = this.#at as Chunk;
    if (!at.bytes.byteLength) this.#watch();
    const next = await this.#body?.after(at);
    if (this.#at !== at) return;
    this.#at = next ?? at;
    // Each reader gets bytes of its own: it may change them, or transfer them away.
    if (next) this.#controller.enqueue(next.bytes.slice());
    this.#end();
  }

  cancel(reason: unknown): void {
    if (this.#at) this.#depart(reason);
  }

  /** Gives up: whoever reads is told why, unless there is nothing left to read. */
  leave(reason: unknown): void {
    if (this.#end()) return;
    this.left = Promise.reject(reason);
    this.left.catch(() => {}); // it is told to those who ask
    if (this.#reject) this.#reject(reason);
    else this.#controller.error(reason);
    this.#depart(reason);
  }

  /** Reads to the end past the stream, which is no longer what is read from. */
  whole<T>(make: Make<T>): Promise<T> {
    const start = this.#at as Chunk;
    this.#at = undefined;
    this.#body?.flow(true);
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#gather(start, make).then(resolve, reject);
    });
  }

  /** A second cursor at the same place, with a seat of its own; nothing once this one is through. */
  fork(): Cursor | undefined {
    if (!this.#passenger || !this.#body || !this.#at) return;
    const { seat, signal } = this.#passenger;
    const second = new Passenger(seat.fork(), signal);
    return new Cursor(second, this.#body, this.#at);
  }

  /** Natively a stream ends when the network does, not only when it is next read from. Nor is it kept for that. */
  #watch(): void {
    const self = new WeakRef(this);
    this.#body?.flow().then(() => {
      const cursor = self.deref();
      if (cursor) cursor.#end();
    });
  }

  /** Who has left asks for no more. */
  async #gather<T>(start: Chunk, make: Make<T>): Promise<T> {
    const body = this.#body as SharedBody;
    const { flight } = (this.#passenger as Passenger).seat;
    try {
      for (let at: Chunk | undefined = start; at && this.#passenger; ) at = await body.after(at);
      return await (this.left ?? make(body, start, flight.subscribers === 1 && !flight.joinable));
    } finally {
      this.#finish();
    }
  }

  /** Ends the stream as the body has ended, where it has come so far. */
  #end(): boolean {
    const over = this.#body?.over;
    if (!over || !this.#at || this.#at.next) return false;
    this.#finish();
    if ('error' in over) this.#controller.error(over.error);
    else {
      this.#controller.close();
      this.#controller.byobRequest?.respond(0);
    }
    return true;
  }

  #depart(reason: unknown): void {
    this.#finish()?.leave(reason);
  }

  #finish(): Passenger | undefined {
    const passenger = this.#passenger;
    this.#passenger = this.#body = this.#at = undefined;
    passenger?.arrive();
    collected.unregister(this);
    return passenger;
  }
}
