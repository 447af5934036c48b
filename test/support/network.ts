// A network that the test controls: nothing answers, arrives, ends or breaks before the test says so.

import { type Deferred, deferred } from './deferred.ts';

/** One request that went out. */
export class Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  readonly #answer: Deferred<Response> = deferred();
  readonly response: Promise<Response> = this.#answer.promise;
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(input: RequestInfo | URL, init: RequestInit | undefined) {
    const { method, url, headers } = new Request(input, { ...init, signal: null });
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.signal = init?.signal ?? undefined;
    // As in the native one, an abort ends the request with the signal's reason.
    this.signal?.addEventListener('abort', () => this.fail(this.signal?.reason));
  }

  /** The headers arrive; the body is still to come. */
  answer(init: ResponseInit = {}): void {
    // The stream does not pull chunks from the test: `arrive` puts them into its queue.
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (this.#body = controller) });
    this.#answer.resolve(new Response(body, init));
  }

  /** Some of the body arrives. */
  arrive(bytes: Uint8Array): void {
    this.#body?.enqueue(bytes);
  }

  /** The body is whole. */
  end(): void {
    this.#body?.close();
    this.#body = undefined;
  }

  /** The connection breaks: before the headers, or in mid-body. */
  fail(reason: unknown): void {
    this.#answer.reject(reason);
    this.#body?.error(reason);
    this.#body = undefined;
  }
}

/** A replacement of `fetch`, and all its calls. */
export class Network {
  readonly sent: Sent[] = [];

  readonly fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const sent = new Sent(input, init);
    this.sent.push(sent);
    return sent.response;
  };
}
