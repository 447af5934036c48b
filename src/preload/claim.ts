// The claims on an image, and what the flights of a preloader share.

import type { Flight } from '../core/flight.ts';
import type { Queue } from '../core/queue.ts';
import type { Tell } from './events.ts';
import type { Loaded } from './held.ts';

/** A caller that wants an image: a load, or a group. */
export interface Claim {
  /** Larger goes first in the queue. */
  readonly priority: number;
  /** Takes the image as soon as it has been loaded. Without it, the image is held for the claim. */
  readonly hand?: ((result: unknown) => void) | undefined;
  /** True while a program iterates over the group. */
  readonly awaited?: boolean;
}

/** The state that all image flights of a preloader share. */
export interface FlightContext {
  readonly queue: Queue;
  /** Holds images that have been loaded. */
  readonly held: { add(image: Loaded): void; remove(image: Loaded): void };
  readonly loadTimeout: number;
  readonly tell: Tell;
}

/** The part of its flight that an image uses. */
export type OwnFlight = Pick<Flight<string, number>, 'joinable' | 'close' | 'result'>;
