// The flight of one image, from the queue to the callers that want it.

import type { Work } from '../core/flight.ts';
import { Job } from '../core/job.ts';
import type { LaneWork, StartOptions } from '../core/lane-work.ts';
import type { Claim, FlightContext, OwnFlight } from './claim.ts';
import type { ImageOutcome } from './events.ts';
import type { Loaded } from './held.ts';
import { sizeOf } from './size-of.ts';
import type { Wanted } from './source.ts';
import { timedWork } from './timed-work.ts';

let requests = 0;

export class ImageFlight implements Work<number>, Loaded {
  readonly key: string;
  readonly url: string;
  readonly job: Job;
  /** The bytes that came over the network. Settles after every load has got the image. */
  readonly result: Promise<number>;
  memoryBytes = 0;
  readonly #context: FlightContext;
  readonly #image: Wanted<unknown>;
  /** The claims that have not got the image. */
  readonly #claims = new Set<Claim>();
  #loaded: unknown;
  /** The number of the last request. Undefined until one is sent, and while the image waits for a retry. */
  id: number | undefined;
  #aborted = false;

  constructor(context: FlightContext, image: Wanted<unknown>, flight: OwnFlight) {
    const { key, attributes, priority, order } = image;
    this.#context = context;
    this.#image = image;
    this.key = key;
    this.url = attributes.src;
    this.job = new Job<unknown>(context.queue, {
      start: (how) => this.#start(how),
      retry: (error, failures) => this.#retry(error, failures),
      group: new URL(this.url).origin,
      priority,
      order,
    });
    this.result = this.job.result.then((loaded) => this.#handOver(loaded, flight));
    // Not before the key is free: a listener may ask for the same image again.
    flight.result.then(
      () => this.#settle('done'),
      (error) => this.#settle(this.#aborted ? 'aborted' : 'failed', error),
    );
  }

  abort(reason?: unknown): void {
    this.#aborted = true;
    this.job.abort(reason);
  }

  /** Adds a claim. The job has the highest priority of all claims. Thousands of claims must not be compared for each one. */
  claim(claim: Claim): this {
    this.#claims.add(claim);
    if (this.#claims.size < 2 || claim.priority > this.job.priority) this.job.priority = claim.priority;
    return this;
  }

  disclaim(claim: Claim): this {
    this.#claims.delete(claim);
    for (const { priority } of this.#claims) if (priority === this.job.priority) return this;
    return this.prioritize();
  }

  /** Called when a claim has another priority. */
  prioritize(): this {
    this.job.priority = [...this.#claims].reduce((most, { priority }) => Math.max(most, priority), -Infinity);
    return this;
  }

  /**
   * Hands over the image that is held. While other groups want it, too, it hands over a copy. A load that finds an
   * image held has no claim. It gets a copy only while a program iterates over a group that wants the image.
   */
  take(claim?: Claim): unknown {
    if (claim) this.#claims.delete(claim);
    if (claim ? this.#claims.size : [...this.#claims].some(({ awaited }) => awaited)) return this.#copy();
    this.#context.held.remove(this);
    return this.#loaded;
  }

  /** Releases the copy of a caller that left before it got it. An image without copies stays: other callers may have it. */
  takeBack(own: unknown): void {
    const release = (image: unknown) => this.release(image);
    if (own !== undefined && this.#image.as.copy) Promise.resolve(own).then(release, () => {}); // or there is no copy
  }

  release(loaded: unknown = this.#loaded): void {
    queueMicrotask(() => this.#image.as.release?.(loaded)); // the page reports an error that it throws
  }

  #settle(outcome: ImageOutcome, error?: unknown, id: number | undefined = this.id): void {
    this.#context.tell('settle', { id, url: this.url, outcome, error });
  }

  /** Settles a request that has failed, when another one follows it. */
  #retry(error: unknown, failures: number): PromiseLike<unknown> | undefined {
    const delay = this.#image.as.retry?.(error, failures);
    if (!delay) return;
    const id = this.id;
    this.id = undefined;
    // A listener may load another image, for which jobs step aside. This job must wait for its retry by then.
    queueMicrotask(() => this.#settle('failed', error, id));
    return delay;
  }

  #start(how: StartOptions): LaneWork<unknown> {
    const { tell, loadTimeout } = this.#context;
    const { as, attributes } = this.#image;
    const { srcset } = attributes;
    const detail = { id: ++requests, url: this.url, srcset, request: as.request?.(attributes) };
    this.id = detail.id;
    tell('launch', { ...detail, ...how });
    return timedWork(as.load(attributes, how), loadTimeout, {
      late: (reason) => this.job.abort(reason),
      leave: () => tell('leave', detail),
      unwanted: (loaded) => this.release(loaded),
    });
  }

  /** Gives each load its own image, and holds one for the groups. Returns the bytes that came over the network. */
  #handOver(loaded: unknown, flight: OwnFlight): number {
    const { as } = this.#image;
    const claims = this.#claims;
    const isWanted = claims.size > 0;
    this.#loaded = loaded;
    const release = () => this.release();
    this.memoryBytes = sizeOf(() => as.memoryBytes?.(loaded), release);
    const networkBytes = sizeOf(() => as.networkBytes?.(loaded), release);
    const { joinable } = flight;
    // A caller that joins after this would get nothing.
    flight.close();
    for (const claim of claims) claim.hand?.(this.take(claim));
    // A flight that was forgotten serves the callers that wait for it, and no later ones.
    if (claims.size && joinable) this.#context.held.add(this);
    else if (claims.size || !isWanted) this.release();
    return networkBytes;
  }

  async #copy(): Promise<unknown> {
    const { as } = this.#image;
    return as.copy ? as.copy(this.#loaded) : this.#loaded;
  }
}
