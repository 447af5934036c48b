// One caller's own response: a native response over the caller's own stream, so that every API that takes a native
// response takes this one. Its getters return what the network's response says where a constructed one could not.
// Methods such as `text()` do not use the stream, so that values that cannot change are made once for all callers.

import { streamClass, streamOver } from './byte-stream.ts';
import { dress, failingAs, fieldsOf, platformMethods, setFields } from './native-class.ts';
import type { Reader } from './reader.ts';
import { type Source, sourceOf } from './source.ts';
import type { Method } from './whole-body.ts';

/** Returns a response over a reader. */
export function sharedResponse(source: Source, reader: Reader): Response {
  if (Base !== globalThis.Response) SharedResponse = defineSharedResponse((Base = globalThis.Response));
  return new SharedResponse(source, reader);
}

let Base: typeof Response | undefined;
let SharedResponse: new (source: Source, reader: Reader) => Response;

/** Called at the first use, and when the platform's class is another: a simulated page brings its own for a while. */
function defineSharedResponse(Native: typeof Response) {
  const Stream = streamClass();
  const own = platformMethods(Native.prototype);
  const fields = fieldsOf(Native);

  class Shared extends Native {
    readonly #source: Source;
    readonly #reader: Reader;
    /** The stream over the reader. The native `clone()` locks it, and gives the response another one. */
    readonly #stream: ReadableStream;
    /** True once a program has seen the body. */
    #isSeen = false;
    /** True once a method has read the whole body. */
    #isRead = false;

    constructor(source: Source, reader: Reader) {
      const stream = streamOver(reader, Stream);
      super(stream, source.init);
      this.#source = source;
      this.#reader = reader;
      this.#stream = stream;
      setFields(this, source, fields);
    }

    /** Undefined while the native constructor runs, which may read the getters. */
    static #networkOf(response: Shared): Response | undefined {
      return #source in response ? response.#source.response : undefined;
    }

    override get url(): string {
      return Shared.#networkOf(this)?.url ?? super.url;
    }

    override get type(): ResponseType {
      return Shared.#networkOf(this)?.type ?? super.type;
    }

    override get redirected(): boolean {
      return Shared.#networkOf(this)?.redirected ?? super.redirected;
    }

    override get status(): number {
      return Shared.#networkOf(this)?.status ?? super.status;
    }

    override get ok(): boolean {
      return Shared.#networkOf(this)?.ok ?? super.ok;
    }

    override get statusText(): string {
      return Shared.#networkOf(this)?.statusText ?? super.statusText;
    }

    override get headers(): Headers {
      const network = Shared.#networkOf(this);
      return network && this.#source.hasImmutableHeaders() ? network.headers : super.headers;
    }

    override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
      if (#isRead in this) this.#see();
      return super.body as ReadableStream<Uint8Array<ArrayBuffer>> | null;
    }

    /** Locks a body that was read. The native methods do so at once. It costs much, so it waits until a program looks. */
    #see(): void {
      this.#isSeen = true;
      if (this.#isRead && !super.body?.locked) super.body?.getReader();
    }

    override text(): Promise<string> {
      return Shared.#whole(this, 'text');
    }

    override json(): Promise<unknown> {
      return Shared.#whole(this, 'json');
    }

    override blob(): Promise<Blob> {
      return Shared.#whole(this, 'blob', () => this.headers);
    }

    override bytes(): Promise<Uint8Array<ArrayBuffer>> {
      return Shared.#whole(this, 'bytes');
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      return Shared.#whole(this, 'arrayBuffer');
    }

    override formData(): Promise<FormData> {
      return Shared.#whole(this, 'formData', () => this.headers);
    }

    override clone(): Response {
      // The native method throws the right error for a body that is used, and for what is no response.
      const reader = Shared.#unusedReaderOf(this);
      return reader ? new Shared(sourceOf(this.#source.response, this), reader.fork()) : super.clone();
    }

    /**
     * Reads the whole body. The native method does the right thing when the stream was used or has ended, and when this
     * is called with another `this`. A function that a page has put in its place is called in any case.
     */
    static #whole(response: Shared, method: Method, headers?: () => Headers): Promise<never> {
      const native = Native.prototype[method] as () => Promise<never>;
      const reader = Shared.#unusedReaderOf(response);
      if (!reader) return native.call(response);
      const { body, failure } = reader;
      const isReplaced = !own.has(native) && !(body?.whole.isFrozen && method === 'json');
      // After an abort, the native method leaves the body unused.
      if (failure?.aborted && !isReplaced) return Promise.reject(failure.reason);
      if (!body || isReplaced) return failingAs(reader, native.call(response));
      const whole = reader.whole(method, headers);
      response.#isRead = true;
      response.#stream.cancel();
      if (response.#isSeen) response.#see();
      return whole;
    }

    /** Undefined once a program has used the body, and for what is no shared response. */
    static #unusedReaderOf(response: Shared): Reader | undefined {
      if (Object(response) !== response || !(#reader in response)) return;
      return response.bodyUsed || response.#stream.locked ? undefined : response.#reader;
    }
  }

  return dress(Shared, Native);
}
