import { bare } from './bare.ts';
import type { Chunk } from './chunk.ts';
import type { Cursor } from './cursor.ts';
import type { Make, SharedBody } from './shared-body.ts';

/** Nothing is read before somebody asks. */
const onDemand: QueuingStrategy = /* @__PURE__ */ bare({ highWaterMark: 0 });

/** Bytes that nobody else has: a copy, unless nobody else is there. */
const own = (body: SharedBody, start: Chunk, alone: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = body.bytes(start);
  return alone && bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
};

/**
 * One caller's own response: a native one with a stream of its own underneath, so that whatever takes a native
 * response takes this one, which answers for the network's response where a constructed one could not.
 * Reading it whole goes past the stream, so that what cannot change is made once for all.
 */
export class SharedResponse extends Response {
  readonly #network: Response;
  readonly #init: ResponseInit;
  readonly #cursor: Cursor;

  /** `init` is what the network's response says, in a form that is quick to take over. */
  constructor(network: Response, init: ResponseInit, cursor: Cursor) {
    super(new ReadableStream(cursor, onDemand), init);
    this.#network = network;
    this.#init = init;
    this.#cursor = cursor;
  }

  override get url(): string {
    return this.#network.url;
  }

  override get type(): ResponseType {
    return this.#network.type;
  }

  override get redirected(): boolean {
    return this.#network.redirected;
  }

  /** The network's own, which nobody can change. */
  override get headers(): Headers {
    return this.#network.headers;
  }

  override text(): Promise<string> {
    return this.#whole(super.text, (body, start) => body.text(start));
  }

  override json(): Promise<unknown> {
    return this.#whole(super.json, (body, start, alone) => body.json(start, alone));
  }

  override blob(): Promise<Blob> {
    return this.#whole(super.blob, (body, start) => body.blob(start, this.headers));
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#whole(super.bytes, own);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole(super.arrayBuffer, (...given) => own(...given).buffer);
  }

  override formData(): Promise<FormData> {
    return this.#whole(super.formData, (body, start) =>
      new Response(body.bytes(start), { headers: this.headers }).formData(),
    );
  }

  override clone(): SharedResponse {
    const cursor = this.#used ? undefined : this.#cursor.fork();
    // The native one throws what it throws for a used body, and tees one that has failed.
    return cursor ? new SharedResponse(this.#network, this.#init, cursor) : (super.clone() as SharedResponse);
  }

  get #used(): boolean {
    return this.bodyUsed || !!this.body?.locked;
  }

  /** Where the stream was used, or is through, the native method has the right answer. */
  #whole<T>(native: () => Promise<T>, make: Make<T>): Promise<T> {
    if (this.#used) return native.call(this);
    if (!this.#cursor.ready) return this.#cursor.left ?? native.call(this);
    const whole = this.#cursor.whole(make);
    this.body?.getReader().cancel();
    return whole;
  }
}
