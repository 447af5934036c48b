// One caller's way through a shared body: the source of the stream underneath its response.

import type { Seat } from '../core/flight.ts';
import { byteStream } from './byte-stream.ts';
import type { Chunk } from './chunk.ts';
import type { Download } from './download.ts';
import type { Make, SharedBody } from './shared-body.ts';

/** What a reader takes up. It must not lead back to the cursor, or neither would ever be collected. */
interface Hold {
  readonly seat: Seat<Download, Download>;
  readonly download: Download;
  readonly body: SharedBody;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: () => void;
}

/** A response that nobody can read any more has left. */
const collected = /* @__PURE__ */ new FinalizationRegistry<Hold>(({ seat, download, signal, onAbort }) => {
  signal?.removeEventListener('abort', onAbort);
  download.release(seat);
});

/** Lives just as long as somebody can read: its stream holds it, and nothing else does. */
export class Cursor implements UnderlyingByteSource {
  readonly type: 'bytes' = byteStream;
  /** A rejection with what made this reader leave, if it had to; a promise, because a reason may be anything. */
  left: Promise<never> | undefined;
  /** Undefined once this reader is through or has left: what it held is free. */
  #hold: Hold | undefined;
  /** The chunk that the stream has come to; undefined once the stream is not what is read from. */
  #at: Chunk | undefined;
  #controller!: ReadableByteStreamController;
  /** Tells whoever reads the body whole that it ends here. */
  #reject: ((reason: unknown) => void) | undefined;

  constructor(
    download: Download,
    body: SharedBody,
    at: Chunk,
    seat: Seat<Download, Download>,
    signal: AbortSignal | undefined,
  ) {
    this.#at = at;
    const self = new WeakRef(this);
    const onAbort = () => self.deref()?.leave(signal?.reason);
    this.#hold = { seat, download, body, signal, onAbort };
    signal?.addEventListener('abort', onAbort);
    collected.register(this, this.#hold, this);
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
    const { body } = this.#hold as Hold;
    if (!at.bytes.byteLength) this.#watch(body);
    const next = await body.after(at);
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
    this.#hold?.body.flow(true);
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#gather(start, make).then(resolve, reject);
    });
  }

  /** A second cursor at the same place, with a seat of its own; nothing once this one is through. */
  fork(): Cursor | undefined {
    if (!this.#hold || !this.#at) return;
    const { download, body, seat, signal } = this.#hold;
    return new Cursor(download, body, this.#at, seat.flight.board(seat.role), signal);
  }

  /** Natively a stream ends when the network does, not only when it is next read from. Nor is it kept for that. */
  #watch(body: SharedBody): void {
    const self = new WeakRef(this);
    body.flow().then(() => {
      const cursor = self.deref();
      if (cursor) cursor.#end();
    });
  }

  /** Who has left asks for no more. */
  async #gather<T>(start: Chunk, make: Make<T>): Promise<T> {
    const { body, seat } = this.#hold as Hold;
    try {
      for (let at: Chunk | undefined = start; at && this.#hold; ) at = await body.after(at);
      return await (this.left ?? make(body, start, seat.flight.aboard === 1 && !seat.flight.open));
    } finally {
      this.#finish();
    }
  }

  /** Ends the stream as the body has ended, where it has come so far. */
  #end(): boolean {
    const over = this.#hold?.body.over;
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
    const hold = this.#finish();
    hold?.download.release(hold.seat, reason);
  }

  #finish(): Hold | undefined {
    const hold = this.#hold;
    this.#hold = this.#at = undefined;
    hold?.signal?.removeEventListener('abort', hold.onAbort);
    collected.unregister(this);
    return hold;
  }
}
