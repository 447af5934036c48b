// One caller's way through a shared body: the source of the stream underneath its response.

import type { Seat } from '../core/flights.ts';
import type { Download } from './download.ts';
import type { Chunk, SharedBody } from './shared-body.ts';

/** What a reader takes up. It must not lead back to the cursor, or neither would ever be collected. */
interface Hold {
  readonly seat: Seat<Download, Download>;
  readonly download: Download;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: () => void;
}

/** A response that nobody can read any more has left. */
const collected = /* @__PURE__ */ new FinalizationRegistry<Hold>(({ seat, download, signal, onAbort }) => {
  signal?.removeEventListener('abort', onAbort);
  download.release(seat);
});

/** WebKit has no byte streams; its own bodies have no BYOB readers either. */
const type = /* @__PURE__ */ (() => {
  try {
    new ReadableStream({ type: 'bytes' });
    return 'bytes';
  } catch {
    return undefined;
  }
})();

/** Lives just as long as somebody can read: its stream holds it, and nothing else does. */
export class Cursor implements UnderlyingByteSource {
  readonly type = type as 'bytes';
  /** Undefined once this reader is through or has left: what it held is free. */
  #hold: Hold | undefined;
  /** The chunk that the stream has come to; undefined once the stream is not what is read from. */
  #at: Chunk | undefined;
  #controller!: ReadableByteStreamController;
  /** Tells whoever reads the body whole that it ends here. */
  #reject: ((reason: unknown) => void) | undefined;
  /** Why this reader was made to leave; in a promise, because a reason may be anything. */
  #left: Promise<never> | undefined;

  constructor(
    download: Download,
    at: Chunk,
    seat: Seat<Download, Download>,
    signal: AbortSignal | undefined,
  ) {
    this.#at = at;
    const self = new WeakRef(this);
    const onAbort = () => self.deref()?.leave(signal?.reason);
    this.#hold = { seat, download, signal, onAbort };
    signal?.addEventListener('abort', onAbort);
    collected.register(this, this.#hold, this);
    download.body?.lookAhead(at);
  }

  /** Nothing stands in the way of reading on from here. */
  get ready(): boolean {
    return !!this.#at;
  }

  /** A rejection with what made this reader leave, if it had to. */
  get left(): Promise<never> | undefined {
    return this.#left;
  }

  start(controller: ReadableByteStreamController): void {
    this.#controller = controller;
  }

  async pull(): Promise<void> {
    const at = this.#at as Chunk;
    try {
      const next = await this.#hold?.download.body?.after(at);
      if (this.#at !== at) return;
      if (next) this.#hand(next);
      else this.#close();
    } catch (error) {
      if (this.#at === at) this.#break(error);
    }
  }

  cancel(reason: unknown): void {
    if (this.#at) this.#depart(reason);
  }

  /** Gives up: whoever reads is told why, unless there is nothing left to read. */
  leave(reason: unknown): void {
    if (this.#at && this.#hold?.download.body?.endsWith(this.#at)) {
      this.#close();
      return;
    }
    this.#left = Promise.reject(reason);
    this.#left.catch(() => {}); // it is told to those who ask
    if (this.#reject) this.#reject(reason);
    else this.#controller.error(reason);
    this.#depart(reason);
  }

  /** Reads to the end past the stream, which is no longer what is read from. */
  async whole<T>(read: (body: SharedBody, start: Chunk, alone: () => boolean) => Promise<T>): Promise<T> {
    const { download, seat } = this.#hold as Hold;
    const start = this.#at as Chunk;
    this.#at = undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject;
        const alone = () => seat.flight.aboard === 1 && !seat.flight.open;
        read(download.body as SharedBody, start, alone).then(resolve, reject);
      });
    } finally {
      this.#finish();
    }
  }

  /** A second cursor at the same place, with a seat of its own; nothing once this one is through. */
  fork(): Cursor | undefined {
    if (!this.#hold || !this.#at) return;
    const { download, seat, signal } = this.#hold;
    return new Cursor(download, this.#at, seat.flight.board(seat.role), signal);
  }

  #hand(chunk: Chunk): void {
    this.#at = chunk;
    // Each reader gets bytes of its own: it may change them, or transfer them away.
    this.#controller.enqueue(chunk.bytes.slice());
    // Natively a stream ends when the network does, not only when it is next read from. Nor is it kept for that.
    const self = new WeakRef(this);
    const over = (tell: (cursor: Cursor) => void) => {
      const cursor = self.deref();
      if (cursor && cursor.#at === chunk) tell(cursor);
    };
    this.#hold?.download.body?.after(chunk).then(
      (next) => next || over((cursor) => cursor.#close()),
      (error) => over((cursor) => cursor.#break(error)),
    );
  }

  #break(error: unknown): void {
    this.#controller.error(error);
    this.#finish();
  }

  #close(): void {
    this.#finish();
    this.#controller.close();
    this.#controller.byobRequest?.respond(0);
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
