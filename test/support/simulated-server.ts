// The server of a simulated browser. A test answers its requests.

import { type Deferred, deferred } from './deferred.ts';
import { answer, type Init, streaming } from './worker-network.ts';

/** A request that has come to the server. */
export interface Served extends Deferred<Response> {
  readonly url: string;
  readonly path: string;
  readonly method: string;
  /** The number of the event with which it was sent. */
  readonly launched: number;
  /** The clock when it was sent. */
  readonly time: number;
  /** The number of the event with which it was answered. */
  answered: number;
  /** True when the connection was closed, or the last byte was sent. */
  isOver: boolean;
  /** True for a request that the worker has sent as its page did, so that it is shared with no one. */
  readonly isOwn: boolean;
  failed: boolean;
  body: ReturnType<typeof streaming> | undefined;
  /** Called when the last byte was sent, or the connection was closed. */
  readonly onOver: () => void;
}

export class Server {
  readonly served: Served[] = [];
  #events = 0;

  /** Numbers an event. */
  next(): number {
    return ++this.#events;
  }

  /** Takes a request. Its connection is closed when the signal aborts. */
  send({ url, method }: Request, signal: AbortSignal, onOver: () => void, isOwn = false): Promise<Response> {
    const served: Served = {
      ...deferred<Response>(),
      url,
      path: new URL(url).pathname,
      method,
      launched: this.next(),
      time: performance.now(),
      answered: Infinity,
      isOver: false,
      isOwn,
      failed: false,
      body: undefined,
      onOver,
    };
    this.served.push(served);
    const close = () => {
      served.reject(signal.reason);
      try {
        served.body?.fail(signal.reason);
      } catch {
        // It has ended.
      }
      this.#over(served);
    };
    if (signal.aborted) close();
    else signal.addEventListener('abort', close);
    return served.promise;
  }

  /** The requests without an answer, reads or writes. */
  open(method: string): Served[] {
    return this.served.filter(
      (one) => !one.isOver && one.answered === Infinity && (one.method === 'GET') === (method === 'GET'),
    );
  }

  /** The answers whose bodies have not ended. */
  get arriving(): Served[] {
    return this.served.filter((one) => !one.isOver && one.body);
  }

  /** Answers with the headers and the beginning of the body, which names the path and the number of the request. */
  answer(served: Served | undefined, init: Init & { readonly finalUrl?: string } = {}): void {
    if (!served) return;
    served.answered = this.next();
    const { finalUrl = served.url, ...rest } = init;
    if (served.method !== 'GET') {
      served.resolve(withUrl(answer('written', rest), finalUrl));
      this.#over(served);
      return;
    }
    served.body = streaming(rest);
    served.body.cancelled.then(() => this.#over(served));
    served.body.write(`${served.path} ${served.launched}`).catch(() => {});
    served.resolve(withUrl(served.body.response, finalUrl));
  }

  end(served: Served | undefined): void {
    if (!served || served.isOver) return;
    served.body?.end();
    this.#over(served);
  }

  fail(served: Served | undefined): void {
    if (!served) return;
    served.answered = this.next();
    served.failed = true;
    served.reject(new TypeError('Failed to fetch'));
    this.#over(served);
  }

  #over(served: Served): void {
    if (served.isOver) return;
    served.isOver = true;
    served.onOver();
  }
}

const withUrl = (response: Response, url: string): Response =>
  Object.defineProperty(response, 'url', { value: url });
