// What happens, counted always and told to those who listen.

/** How a flight came to its end: whole, by an error, left by all, or with nobody waiting for the rest of it. */
export type Outcome = 'done' | 'failed' | 'abandoned' | 'unread' | 'endless';

export type Role = 'leader' | 'follower' | 'bypass';

/** What an event tells: enough to draw a waterfall. */
export interface FlightDetail {
  /** Number of the flight, or of the call that went past them. */
  readonly id: number;
  /** What made requests the same; empty for a call that was not shared. */
  readonly key: string;
  readonly url: string;
  /** The request that went out; of a call that was not shared, nothing is kept. */
  readonly request?: Request;
  readonly role: Role;
  /** Milliseconds, as `performance.now()` counts them. */
  readonly time: number;
  /** Bytes of the body that have arrived so far. */
  readonly bytes: number;
  /** How it ended: with `settle` alone. */
  readonly outcome?: Outcome;
}

/**
 * `launch`: a request goes out; `join`: a caller comes aboard; `leave`: a caller gives up; `settle`: the last byte
 * or an error is here, or nobody waits for it any more; `bypass`: a call is not shared. A call that bypasses
 * settles too, with its headers.
 */
export type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';

/** Counters since the start. */
export interface FetchStats {
  /** Calls of the wrapped fetch that were valid. */
  calls: number;
  /** Requests sent for callers that share. */
  launched: number;
  /** Callers who came aboard of a flight that others had launched. */
  joined: number;
  /** Calls that went straight to the network. */
  bypassed: number;
  /** Callers who gave up. */
  left: number;
  /** Flights and bypassed calls that are over. */
  settled: number;
  /** Those among them that failed. */
  failed: number;
  /** Bytes of shared bodies that have arrived, each counted once. */
  bytes: number;
  /** What is under way now: launched or bypassed, and not settled. */
  inFlight: number;
}

/** What events tell of one flight, or of one call past them. */
export interface Trip {
  readonly id: number;
  readonly key: string;
  readonly url: string;
  readonly request?: Request;
  bytes: number;
}

const counters = {
  launch: 'launched',
  join: 'joined',
  leave: 'left',
  settle: 'settled',
  bypass: 'bypassed',
} as const;

export class Log {
  readonly counts: Omit<FetchStats, 'inFlight'> = {
    calls: 0,
    launched: 0,
    joined: 0,
    bypassed: 0,
    left: 0,
    settled: 0,
    failed: 0,
    bytes: 0,
  };
  /** Made for the first listener: until then events cost nothing. */
  #target: EventTarget | undefined;

  get target(): EventTarget {
    return (this.#target ??= new EventTarget());
  }

  stats(): FetchStats {
    const { launched, bypassed, settled } = this.counts;
    return { ...this.counts, inFlight: launched + bypassed - settled };
  }

  note(type: FlightEvent, trip: Trip, role: Role, outcome?: Outcome): void {
    this.counts[counters[type]]++;
    if (outcome === 'failed') this.counts.failed++;
    this.#target?.dispatchEvent(
      new CustomEvent(type, { detail: { ...trip, role, time: performance.now(), outcome } }),
    );
  }
}
