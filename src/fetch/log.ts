// What happens, counted always and told to those who listen.

import type { BypassReason } from './call.ts';

/** How a flight ended. */
export type Outcome =
  /** Its last byte has arrived. */
  | 'done'
  | 'failed'
  /** Every caller has left. */
  | 'aborted'
  /** No caller reads the rest of the body. */
  | 'unread'
  /** Its body has no end. */
  | 'endless';

export type Role = 'leader' | 'follower' | 'bypass';

/** What an event tells: enough to draw a waterfall. */
export interface FlightDetail {
  /** Number of the flight, or of the call that bypassed all flights. Each number is given once. */
  readonly id: number;
  /** What makes requests the same. Empty for a call that bypassed all flights. */
  readonly key: string;
  readonly url: string;
  /** What was asked for. For a call that bypassed all flights: without its body, and undefined for an invalid call. */
  readonly request?: Request | undefined;
  readonly role: Role;
  /** Milliseconds, as `performance.now()` counts them. */
  readonly time: number;
  /** Bytes of the body that have arrived so far. */
  readonly bytes: number;
  /** How it ended: with `settle` alone. */
  readonly outcome?: Outcome | undefined;
  /** Why the call was not shared: with `bypass` alone. */
  readonly reason?: BypassReason | undefined;
  /**
   * What kept it from joining a flight for the same method and URL: names of headers and members, or why that flight
   * takes nobody (`ClosedBy`). Empty for what only the option `key` sees. Undefined where none was in flight.
   * With `launch` alone.
   */
  readonly differs?: readonly string[] | undefined;
}

/**
 * `launch`: a request goes out. `join`: a caller shares it. `leave`: a caller gives up. `settle`: the last byte or an
 * error has arrived, or nobody waits for it any more. `bypass`: a call is not shared; it settles with its headers.
 */
export type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';

/** Counters since the start. */
export interface FetchStats {
  /** Valid calls of the wrapped fetch. */
  calls: number;
  /** Requests sent for flights. */
  launched: number;
  /** Callers that joined a flight. */
  joined: number;
  /** Calls that went straight to the network. */
  bypassed: number;
  /** Callers that left a flight before they had everything. */
  left: number;
  /** Flights and bypassed calls that have settled. */
  settled: number;
  /** Those among them that failed. */
  failed: number;
  /** Bytes of shared bodies that have arrived, each counted once. */
  bytes: number;
  /** Flights and bypassed calls that have not settled. */
  inFlight: number;
}

/** What events tell of one flight, or of one call that bypassed them. */
export interface FlightRecord {
  readonly id: number;
  readonly key: string;
  readonly url: string;
  readonly request?: Request | undefined;
  bytes: number;
}

/** What events tell of a flight. */
export interface LaunchRecord extends FlightRecord {
  readonly request: Request;
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
  #lastId = 0;
  /** Made for the first listener: until then events cost nothing. */
  #target: EventTarget | undefined;

  get target(): EventTarget {
    return (this.#target ??= new EventTarget());
  }

  /** True once there has been a listener. */
  get isHeard(): boolean {
    return !!this.#target;
  }

  /** Returns the number of a new flight, or of a new call past all flights. */
  nextId(): number {
    return ++this.#lastId;
  }

  stats(): FetchStats {
    const { launched, bypassed, settled } = this.counts;
    return { ...this.counts, inFlight: launched + bypassed - settled };
  }

  note(
    type: FlightEvent,
    record: FlightRecord,
    more: Pick<FlightDetail, 'role' | 'outcome' | 'reason' | 'differs'>,
  ): void {
    this.counts[counters[type]]++;
    if (more.outcome === 'failed') this.counts.failed++;
    this.#target?.dispatchEvent(
      new CustomEvent(type, { detail: { ...record, ...more, time: performance.now() } }),
    );
  }
}
