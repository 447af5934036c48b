// The images that are in flight, and those that are held.

import { Flights } from '../core/flights.ts';
import { Queue } from '../core/queue.ts';
import { reasonOf } from '../core/signals.ts';
import type { Subscriber } from '../core/subscriber.ts';
import type { Claim, FlightContext, OwnFlight } from './claim.ts';
import type { Matches, Tell } from './events.ts';
import { Held } from './held.ts';
import { ImageFlight } from './image-flight.ts';
import type { Settings } from './options.ts';
import type { Wanted } from './source.ts';

type Signal = AbortSignal | null | undefined;

/** One caller of an image's flight. The launch of an image cannot fail, so its flight always has its work. */
export type ImageSubscriber = Subscriber<string, number, ImageFlight> & {
  readonly flight: { readonly work: ImageFlight };
};

/** Waits for a caller's image, of which a copy may still be made. The caller may leave meanwhile. */
const awaitOwn = <Result>(own: unknown, signal: Signal): Promise<Result> =>
  new Flights<string, Result>().join('', async () => own as Result, { signal }).result;

export class Loads implements FlightContext {
  /** The queue. Its lanes are closed until the preloader opens them. */
  readonly queue: Queue;
  readonly held: Held<ImageFlight>;
  readonly loadTimeout: number;
  readonly tell: Tell;
  readonly #flights = new Flights<string, number, ImageFlight>();
  /** Exactly the images whose flight has not ended, also those that `forget` has closed to later callers. */
  readonly #images = new Set<ImageFlight>();
  /** Aborts when the preloader drops all current preloads. */
  #round = new AbortController();

  constructor({ lanesPerOrigin, loadTimeout, maxHeld, maxHeldBytes }: Settings, tell: Tell) {
    this.queue = new Queue(0, lanesPerOrigin);
    this.held = new Held(maxHeld, maxHeldBytes);
    this.loadTimeout = loadTimeout;
    this.tell = tell;
  }

  /** A signal for new preloads: aborts when the preloader drops them. */
  get round(): AbortSignal {
    return this.#round.signal;
  }

  /** Joins the flight of an image, or launches it. A new flight waits in the queue. */
  join(image: Wanted<unknown>, claim: Claim, signal: Signal): ImageSubscriber {
    const launch = (_: string, flight: OwnFlight) => this.#launch(image, flight);
    const subscriber = this.#flights.join(image.key, launch, { signal }) as ImageSubscriber;
    subscriber.flight.work.claim(claim);
    return subscriber;
  }

  /** Hands over an image that is held, or loads it now, before all images that wait in the queue. */
  async load<Result>(image: Wanted<Result>, signal: Signal): Promise<Result> {
    let held = this.held.get(image.key);
    if (held) {
      // A caller that leaves in this turn takes no image: a React effect that is set up again finds it.
      await undefined;
      if (signal?.aborted) throw reasonOf(signal);
      held = this.held.get(image.key);
    }
    let own = held?.take();
    const hand = (result: unknown) => {
      own = result;
    };
    const claim = { priority: image.priority, hand };
    const { flight, result } = held ? { flight: { work: held } } : this.join(image, claim, signal);
    const { work } = flight;
    work.job.promote();
    try {
      await result;
      return await awaitOwn<Result>(own, signal);
    } catch (error) {
      work.takeBack(own);
      throw error;
    } finally {
      work.disclaim(claim).job.demote();
    }
  }

  /** Drops all current preloads and all images that are held. Later callers join no load from before. */
  clear(): void {
    const round = this.#round;
    this.#round = new AbortController();
    round.abort();
    this.forget(() => true);
  }

  /** Closes images that match, in flight or held, to later callers. An image without a request stays open. */
  forget(matches: Matches): void {
    this.#flights.forget((_, image) => image?.id !== undefined && matches(image));
    this.held.clear(matches);
    this.tell('forget', matches);
  }

  /** Drops all preloads and loads for good. */
  destroy(reason: unknown): void {
    this.clear();
    for (const image of this.#images) image.abort(reason);
  }

  #launch(image: Wanted<unknown>, flight: OwnFlight): ImageFlight {
    const own = new ImageFlight(this, image, flight);
    const end = () => this.#images.delete(own);
    this.#images.add(own);
    flight.result.then(end, end);
    return own;
  }
}
