// One request on the wire, for all that asked for it: from its launch until its body has arrived.

import type { Flight, Work } from '../core/flight.ts';
import { isEndless, isNullBody } from '../http/content.ts';
import { type Answer, native, whole } from './answer.ts';
import { Arrival } from './arrival.ts';
import { type Copy, copyOf } from './copy.ts';
import { outgoing } from './outgoing.ts';

/** A rebuilt response has no URL of its own, and the meaning of these contents may depend on it. */
const located = /script|style|work|xslt/;
/** Bytes that a browser holds on their way to a page, though the worker is gone. */
const held = 65_536;

export class Transfer implements Work<Answer> {
  /** The leader's request. */
  readonly request: Request;
  readonly arrival: Arrival;
  /** Settles with the headers, or with the body, when several wait for it. */
  readonly result: Promise<Answer>;
  /** The callers that have still to be handed a response. */
  readonly waiting: Set<unknown> = new Set();
  readonly #controller = new AbortController();
  readonly #flight: Flight<string, Answer, Transfer>;
  readonly #maxReplay: number;
  #copy: Copy | undefined;

  constructor(
    request: Request,
    network: (request: Request) => Promise<Response>,
    { flight, maxReplay }: { flight: Flight<string, Answer, Transfer>; maxReplay: number },
  ) {
    this.request = request;
    this.arrival = new Arrival(request.url);
    this.#flight = flight;
    this.#maxReplay = maxReplay;
    // Until its body has arrived there is something to abort.
    flight.extend();
    this.arrival.ended.then(() => flight.end());
    this.result = network(outgoing(request, this.#controller.signal)).then((response) =>
      this.#share(response),
    );
    this.result.then(({ later }) => later).catch(() => this.arrival.end(0));
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /** Reads no copy any more: those who have the body may have given it up. */
  stopCopy(): void {
    this.#copy?.stop();
  }

  /** The headers have come. */
  #share(response: Response): Answer | Promise<Answer> {
    if (!this.#mayCopy(response)) return this.#passOn(response);
    this.#copy = copyOf(response.clone(), this.#maxReplay);
    return this.waiting.size === 1 ? this.#shareLater(response) : this.#shareWhole(response);
  }

  /** Every caller has the body as it comes, and nobody else can join. */
  #passOn(response: Response): Answer {
    this.#flight.close();
    this.arrival.watch();
    return native(response);
  }

  /** The only caller has the body as it comes. Those who join meanwhile wait for the copy. */
  #shareLater(response: Response): Answer {
    return { response, take: () => response, later: this.#shareWhole(response.clone()) };
  }

  /** The callers wait for the copy. What they have instead of a copy that is too long or too slow is `rest`. */
  async #shareWhole(rest: Response): Promise<Answer> {
    const chunks = await this.#copy?.chunks;
    this.#flight.close();
    const bytes = chunks && (await new Blob(chunks as BlobPart[]).arrayBuffer());
    if (bytes) this.arrival.end(bytes.byteLength > held ? undefined : 0);
    else this.arrival.watch();
    if (this.waiting.size && !(bytes && this.#rebuildable(rest))) return native(rest);
    rest.body?.cancel();
    return whole(rest, bytes as ArrayBuffer);
  }

  /**
   * The body has an end, and may be looked into. `body` is not asked for: what a script has seen as a stream, a
   * browser may have to clone as one. An encoded body is longer than it says, so its bytes are counted, too.
   */
  #mayCopy({ type, status, headers }: Response): boolean {
    return (
      Number(headers.get('content-length')) <= this.#maxReplay &&
      this.#maxReplay > 0 &&
      !/opaque/.test(type) &&
      !isNullBody(status) &&
      !isEndless(headers.get('content-type'))
    );
  }

  /** A new response looks the same to the page. One that was rebuilt is "basic" to it, whatever its origin. */
  #rebuildable({ type, redirected }: Response): boolean {
    return type !== 'cors' && !redirected && !located.test(this.request.destination);
  }
}
