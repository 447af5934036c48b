// One reader's way through a shared body: the source of the stream underneath its response.
//
// A reader is in one of three states: it streams from a chunk, it reads whole past the stream, or it is done.

import { copyOf } from './bytes.ts';
import type { Chunk } from './chunks.ts';
import { weakly } from './collected.ts';
import { collected, type Owner } from './owner.ts';
import type { SharedBody } from './shared-body.ts';

/** Makes what a reader wants of a whole body. `last` is true when no other reader shares it. */
export type Make<Value> = (body: SharedBody, start: Chunk, last: boolean) => Value | Promise<Value>;

type State =
  | { readonly is: 'streaming'; readonly body: SharedBody; readonly owner: Owner; at: Chunk }
  | {
      readonly is: 'reading whole';
      readonly body: SharedBody;
      readonly owner: Owner;
      readonly reject: (reason: unknown) => void;
    }
  | Done;

/** A reader is done when it has all, has left, or has failed: `failure` holds a reason, which may be anything. */
type Done = { readonly is: 'done'; readonly failure?: { readonly reason: unknown } };

/** WebKit has no byte streams; its own bodies have no BYOB readers either. */
let streamType: 'bytes' | undefined | null = null;

function typeOfStreams(): 'bytes' {
  if (streamType === null)
    try {
      new ReadableStream({ type: 'bytes' });
      streamType = 'bytes';
    } catch {
      streamType = undefined;
    }
  return streamType as 'bytes';
}

/** Lives just as long as somebody can read: its stream holds it, and nothing else does. */
export class Reader implements UnderlyingByteSource {
  readonly type: 'bytes' = typeOfStreams();
  #state: State;
  #controller!: ReadableByteStreamController;
  /** True while this reader waits for the next chunk. */
  #waits = false;

  private constructor(state: State) {
    this.#state = state;
  }

  /** Returns a reader at a chunk of a body. */
  static at(body: SharedBody, at: Chunk, owner: Owner): Reader {
    const reader = new Reader({ is: 'streaming', body, owner, at });
    const self = weakly(reader);
    owner.fail = (reason) => self.deref()?.fail(reason) ?? false;
    collected.register(reader, owner, reader);
    return reader;
  }

  /** What made this reader fail, if anything did. */
  get failure(): Done['failure'] {
    return this.#state.is === 'done' ? this.#state.failure : undefined;
  }

  /** True while the stream can be read on from where it is. */
  get isStreaming(): boolean {
    return this.#state.is === 'streaming';
  }

  start(controller: ReadableByteStreamController): void {
    this.#controller = controller;
    if (this.failure) controller.error(this.failure.reason);
    else if (!this.isStreaming) controller.close();
  }

  async pull(): Promise<void> {
    const state = this.#state;
    if (state.is !== 'streaming') return;
    const { at } = state;
    if (!at.bytes.byteLength) this.#watchEnd(state.body);
    const next = await this.#after(state.body, at);
    if (this.#state !== state) return;
    if (next) {
      state.at = next;
      // Each reader gets bytes of its own: it may change them, or transfer them away.
      this.#controller.enqueue(copyOf(next.bytes));
    }
    this.#endStream();
  }

  cancel(reason: unknown): void {
    if (this.isStreaming) this.#finish()?.leave(reason);
  }

  /** Fails with a reason, unless the stream has nothing left to read: then it returns false. */
  fail(reason: unknown): boolean {
    if (this.#endStream() || this.#state.is === 'done') return false;
    if (this.#state.is === 'reading whole') this.#state.reject(reason);
    else this.#controller.error(reason);
    this.#finish({ is: 'done', failure: { reason } })?.leave(reason);
    return true;
  }

  /** Reads to the end past the stream, which is no longer what is read from. */
  whole<Value>(make: Make<Value>): Promise<Value> {
    const { body, owner, at } = this.#state as State & { is: 'streaming' };
    body.flowToEnd();
    return new Promise((resolve, reject) => {
      this.#state = { is: 'reading whole', body, owner, reject };
      this.#gather(body, at, make).then(resolve, reject);
    });
  }

  /** Returns a second reader in the same place, which fails as this one has failed. */
  fork(): Reader {
    if (this.#state.is !== 'streaming') return new Reader(this.#state);
    const { body, at, owner } = this.#state;
    return Reader.at(body, at, owner.fork());
  }

  /** A native stream ends when the network does, not only when it is next read from. This holds no stream for that. */
  #watchEnd(body: SharedBody): void {
    const self = weakly(this);
    body.flow().then(() => {
      const reader = self.deref();
      if (reader) reader.#endStream();
    });
  }

  async #after(body: SharedBody, at: Chunk): Promise<Chunk | undefined> {
    this.#waits = true;
    try {
      return await body.after(at);
    } finally {
      this.#waits = false;
    }
  }

  async #gather<Value>(body: SharedBody, start: Chunk, make: Make<Value>): Promise<Value> {
    try {
      let at: Chunk | undefined = start;
      while (at && this.#state.is !== 'done') at = await this.#after(body, at);
      if (this.failure) throw this.failure.reason;
      return await make(body, start, this.#isLast);
    } finally {
      this.#finish();
    }
  }

  get #isLast(): boolean {
    return this.#state.is !== 'done' && this.#state.owner.isLast;
  }

  /** Ends the stream as the body has ended, when the reader has come so far. */
  #endStream(): boolean {
    const state = this.#state;
    if (state.is !== 'streaming' || !state.body.end || state.at.next) return false;
    const { end } = state.body;
    if ('error' in end) {
      this.#finish({ is: 'done', failure: { reason: end.error } });
      this.#controller.error(end.error);
    } else {
      this.#finish();
      this.#controller.close();
      this.#controller.byobRequest?.respond(0);
    }
    return true;
  }

  /** Lets go of the body. Returns the owner of a reader that was not done. */
  #finish(done: Done = { is: 'done' }): Owner | undefined {
    const state = this.#state;
    if (state.is === 'done') return;
    this.#state = done;
    if (this.#waits) state.body.stopWaiting();
    collected.unregister(this);
    state.owner.release();
    return state.owner;
  }
}
