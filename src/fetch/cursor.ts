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
  declare readonly type: 'bytes';
  /** Undefined once this reader is through or has left: what it held is free. */
  #hold: Hold | undefined;
  /** The chunk that the stream has come to; undefined once the stream is not what is read from. */
  #at: Chunk | undefined;
  /** Tells whoever reads that it ends here. */
  #fail!: (reason: unknown) => void;

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
    if (type) this.type = type;
  }

  /** Nothing has been read, and nothing is over. */
  get ready(): boolean {
    return !!this.#at;
  }

  start(controller: ReadableByteStreamController): void {
    this.#fail = (reason) => controller.error(reason);
  }

  async pull(controller: ReadableByteStreamController): Promise<void> {
    try {
      const next = await this.#hold?.download.body?.after(this.#at as Chunk);
      if (!this.#hold) return;
      this.#at = next;
      // Each reader gets bytes of its own: it may change them, or transfer them away.
      if (next) return controller.enqueue(next.bytes.slice());
      this.#finish();
      controller.close();
      controller.byobRequest?.respond(0);
    } catch (error) {
      this.#finish();
      throw error;
    }
  }

  cancel(reason: unknown): void {
    if (this.#at) this.#depart(reason);
  }

  /** Gives up: whoever reads is told why. */
  leave(reason: unknown): void {
    this.#fail(reason);
    this.#depart(reason);
  }

  /** Reads to the end past the stream, which is no longer what is read from. */
  async whole<T>(read: (body: SharedBody, start: Chunk, alone: () => boolean) => Promise<T>): Promise<T> {
    const { download, seat } = this.#hold as Hold;
    const start = this.#at as Chunk;
    this.#at = undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#fail = reject;
        read(download.body as SharedBody, start, () => seat.flight.aboard === 1 && !seat.flight.open).then(
          resolve,
          reject,
        );
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
