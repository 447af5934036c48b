// One shared request, from its launch until its body has arrived.

import type { Flight, Work } from '../core/flight.ts';
import { isEndless, isNullBody, isReason, isStatus } from '../http/content.ts';
import { type Answer, cancel, native, single, whole } from './answer.ts';
import { Arrival } from './arrival.ts';
import { type Copy, copyOf } from './copy.ts';
import { isLocated } from './key.ts';
import { outgoing } from './outgoing.ts';

/** Bytes above which a body is not cloned: the browser keeps in the worker what the slower reader has not read yet. */
const mostCloned = 32 * 2 ** 20;
/** Bytes that a browser keeps for a page after the worker has stopped. */
const bytesKept = 64 * 2 ** 10;

export class Transfer implements Work<Answer> {
  /** The leader's request. */
  readonly request: Request;
  readonly arrival: Arrival;
  /** Settles with the headers, or with the body, when several wait for it. */
  readonly result: Promise<Answer>;
  /** The callers that still wait for a response. */
  readonly waiting: Set<{ readonly asks: number }> = new Set();
  /**
   * The callers whose browser was asked whether they still wait. They may come back for a response. Undefined once the
   * copy is read no longer: then they send their own requests.
   */
  asked: Set<unknown> | undefined = new Set();
  readonly #controller = new AbortController();
  readonly #flight: Flight<string, Answer, Transfer>;
  readonly #maxReplay: number;
  #copy: Copy | undefined;
  /** The body that callers get as it arrives. The last of them has it. */
  #rest: Answer | undefined;

  constructor(
    request: Request,
    network: (request: Request) => Promise<Response>,
    { flight, maxReplay }: { flight: Flight<string, Answer, Transfer>; maxReplay: number },
  ) {
    this.request = request;
    this.arrival = new Arrival(request.url);
    this.#flight = flight;
    this.#maxReplay = maxReplay;
    // Until its body has arrived, there is something to abort.
    flight.extend();
    this.arrival.ended.then(() => flight.end());
    // A function of the site may throw.
    const send = async () => network(outgoing(request, this.#controller.signal));
    this.result = send().then((response) => this.#share(response));
    this.result.then(({ later }) => later).catch(() => this.arrival.end(0));
  }

  /** Counts the callers that may still take a response. */
  get takers(): number {
    return this.waiting.size + (this.asked?.size ?? 0);
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
    this.stopCopy();
  }

  /** Stops reading the copy, because the callers that have the body may have cancelled it. */
  stopCopy(): void {
    if (this.#copy) this.asked = undefined;
    this.#copy?.stop();
    if (!this.waiting.size) Promise.allSettled([this.#copy?.body]).then(() => this.arrival.unwatch());
    this.cancelUnwanted();
  }

  /** Cancels the body that was kept for callers, when no caller may take it any more. */
  cancelUnwanted(): void {
    if (!this.takers) cancel(this.#rest?.take(0));
  }

  /**
   * Decides how callers share the response, once its headers have arrived. A caller alone gets the body as it arrives,
   * and callers that join later wait for the copy. When there is none, these get clones of the response that was copied:
   * each clone of the first caller's body would delay that body.
   */
  #share(response: Response): Answer | Promise<Answer> {
    const { signal } = this.#controller;
    if (signal.aborted) {
      // A request without this signal, or a function of the site, may answer all the same.
      cancel(response);
      throw signal.reason;
    }
    if (!this.#mayCopy(response)) return this.#passOn(response);
    const [first, ...others] = this.waiting;
    const isAlone = first && !others.length;
    const twin = response.clone();
    const rest = isAlone ? twin.clone() : response;
    this.#copy = copyOf(twin, this.#maxReplay);
    const later = this.#shareWhole(rest, this.#copy);
    return isAlone ? { response, take: () => response, first, later } : later;
  }

  /** Gives every caller the body as it arrives. Only one caller gets a very long body. No other caller can join. */
  #passOn(response: Response): Answer {
    this.#flight.close();
    this.arrival.watch(response.status);
    this.#rest = native(response);
    return lengthOf(response) > mostCloned ? single(this.#rest) : this.#rest;
  }

  /** Makes the callers wait for the copy. When it is too long or too slow, they get `rest` instead. */
  async #shareWhole(rest: Response, copy: Copy): Promise<Answer> {
    const body = await copy.body;
    this.#flight.close();
    if (body) this.arrival.end(body.size > bytesKept ? undefined : 0);
    else this.arrival.watch();
    if (body && this.#rebuildable(rest)) {
      cancel(rest);
      return whole(rest, body);
    }
    this.#rest = native(rest);
    this.cancelUnwanted();
    return this.#rest;
  }

  /**
   * True for a body that has an end and that scripts may read. It does not read the member `body`: once a script has
   * seen the stream, a browser may have to clone it as a stream. An encoded body is longer than its header says, so its
   * bytes are counted, too.
   */
  #mayCopy(response: Response): boolean {
    const { type, status, headers } = response;
    return (
      lengthOf(response) <= this.#maxReplay &&
      this.#maxReplay > 0 &&
      !/opaque/.test(type) &&
      !isNullBody(status) &&
      !isEndless(headers.get('content-type'))
    );
  }

  /**
   * True when a new response can be made and looks the same to the page. A rebuilt one is always "basic", has no URL, and
   * is redirected for a browser that was asked. Servers send more statuses and phrases than the constructor accepts.
   */
  #rebuildable({ type, redirected, status, statusText }: Response): boolean {
    const wasAsked = this.asked?.size || [...this.waiting].some(({ asks }) => asks);
    const looksSame = !wasAsked && type !== 'cors' && !redirected && !isLocated(this.request);
    return looksSame && isStatus(status) && isReason(statusText);
  }
}

/** Returns the length that the headers say, and 0 when they say none. */
const lengthOf = ({ headers }: Response) => Number(headers.get('content-length'));
