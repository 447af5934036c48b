// A call may wait for itself: it comes back without any mark, and joins the flight that it is the request of.
//
// Such a call looks like one that waits for a slow server. So after a while it launches its own flight, whose
// request has a mark in its URL. The error is for wrappers that remove that, too.

import { elapsed } from '../http/elapsed.ts';
import type { Launching } from './launching.ts';
import type { Suspicion } from './sent-call.ts';

/** Milliseconds after which a follower may be the very call that its flight has sent. */
const firstTimeout = 5000;
/** The most that callers wait for several flights in a row, in multiples of the first timeout: 75 or 150 seconds. */
const mostWaitedFor = 15;

/**
 * Called when a flight is launched. Returns a function that returns the timeout of a first flight now, in milliseconds; 0
 * when no caller can wait for itself. A call that was sent before the function has answered others may still come back.
 */
export function timeoutFor(suspicion: () => Suspicion, waitedFor: number): () => number {
  const now = () => {
    const is = suspicion();
    // A function that has answered may well be slow. One marked request shows whether it calls back.
    if (is === 'none' || (is === 'mild' && waitedFor >= 1)) return 0;
    return is === 'strong' ? firstTimeout : 2 * firstTimeout;
  };
  const atLaunch = now();
  return () => now() || atLaunch;
}

/** A flight, as long as it waits for its headers. */
interface Waited {
  readonly launching: Launching;
  /** The time of its launch, by `elapsed()`. */
  readonly launched: number;
}

/**
 * Returns the milliseconds for which a follower of this flight still waits: as long as for all flights before, and once more.
 * 0 sets no limit. The time counts from the launch: with a `leaderTimeout` above, one follower after the other leaves before
 * its own time has come.
 */
export function selfWaitLeft(flight: Waited): number {
  const { waitedFor, selfWaitTimeout } = flight.launching;
  const timeout = selfWaitTimeout();
  return timeout && Math.max(1, flight.launched + timeout * (waitedFor + 1) - elapsed());
}

/**
 * Called when the headers of a flight did not come within `leaderTimeout`, or within the flight's own time when that is 0.
 * Returns how long callers have waited by now, in multiples of the first timeout; 0 when no caller can wait for itself.
 * Throws a `TypeError` when that is too long.
 */
export function waitedForOneMore({ waitedFor, selfWaitTimeout }: Launching, leaderTimeout = 0): number {
  const timeout = selfWaitTimeout();
  if (!timeout) return 0;
  const waited = waitedFor + (leaderTimeout / timeout || waitedFor + 1);
  // The mark of a second flight must have had its chance.
  if (waitedFor >= 1 && waited >= mostWaitedFor) throw new TypeError(callsItself);
  return waited;
}

/** The message for a loop. */
export const callsItself =
  'The function that this fetch calls for the network calls this fetch again. Give `createFetch` a `fetch` that does not.';

/**
 * The most wrapped fetches below one of them. Hot reloading puts another one on top each time that it runs a module again.
 */
export const mostLayers = 50;
