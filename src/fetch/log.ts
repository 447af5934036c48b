// Counts what happens, and dispatches events to listeners.

import { elapsed } from '../http/elapsed.ts';
import type { BypassReason } from './bypass-reason.ts';

/** How a flight ended. */
export type Outcome =
  /** The last byte has arrived. */
  | 'done'
  | 'failed'
  /** Every caller has left. Of a call that bypassed all flights: its signal was aborted. */
  | 'aborted'
  /** No caller reads the rest of the body. */
  | 'unread'
  /** The body has no end, or scripts cannot see its end. */
  | 'endless';

/** The leader has launched the flight, a follower has joined it. `'bypass'` stands for a call that bypassed all flights. */
export type Role = 'leader' | 'follower' | 'bypass';

/** The detail of an event: enough to draw a waterfall. */
export interface FlightDetail {
  /** Number of the flight, or of the call that bypassed all flights. Each number is used once. */
  readonly id: number;
  /** The key. Empty for a call that bypassed all flights. */
  readonly key: string;
  /** Absolute. As the caller has given it where the platform has no base for a relative URL, and for an invalid call. */
  readonly url: string;
  /** The request. For a call that bypassed all flights it has no body, and it is undefined for an invalid call. */
  readonly request?: Request | undefined;
  /** The role of the caller. With `settle` of a flight always `'leader'`. */
  readonly role: Role;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly time: number;
  /** Bytes of the body that have arrived so far. */
  readonly bytes: number;
  /** How it ended. With `settle` alone. */
  readonly outcome?: Outcome | undefined;
  /** The URL of the answer, after redirects. With `settle` of a call that bypassed all flights alone. */
  readonly finalUrl?: string | undefined;
  /** Why the call was not shared. With `bypass` alone. */
  readonly reason?: BypassReason | undefined;
  /**
   * Why it did not join a flight for the same method and URL. Holds names of headers and members, or why that flight
   * takes no call (`ClosedBy`). `key` stands for a difference that only the option `key` sees. Undefined when no such
   * flight was in flight. With `launch` alone.
   */
  readonly differs?: readonly string[] | undefined;
}

/**
 * `launch`: a request is sent. `join`: a caller shares it. `leave`: a caller leaves. `settle`: the last byte or an
 * error has arrived, or no caller waits for it. `bypass`: a call is not shared. It settles with its headers.
 */
export type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';

/** Counters since the start. */
export interface FetchStats {
  /** Valid calls to the wrapped fetch. */
  readonly calls: number;
  /** Requests sent for flights. */
  readonly launched: number;
  /** Callers that joined a flight. */
  readonly joined: number;
  /** Calls that went straight to the network. */
  readonly bypassed: number;
  /** Callers that left a flight before they had the whole answer. */
  readonly left: number;
  /** Flights and bypassed calls that have settled. */
  readonly settled: number;
  /** Flights and bypassed calls that have failed. */
  readonly failed: number;
  /** Bytes of shared bodies that have arrived, each counted once. */
  readonly bytes: number;
  /** Flights and bypassed calls that have not settled. */
  readonly inFlight: number;
}

/** One flight, or one call that bypassed all flights, as events describe it. */
export interface FlightRecord {
  readonly id: number;
  readonly key: string;
  readonly url: string;
  readonly request?: Request | undefined;
  bytes: number;
}

/** A flight as events describe it. */
export interface LaunchRecord extends FlightRecord {
  readonly request: Request;
}

/** What is counted. */
type Counts = { -readonly [Name in Exclude<keyof FetchStats, 'inFlight'>]: number };

const counters = {
  launch: 'launched',
  join: 'joined',
  leave: 'left',
  settle: 'settled',
  bypass: 'bypassed',
} as const;

export class Log {
  readonly counts: Counts = {
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
  /** Made for the first listener. Before, events cost nothing. */
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
    more: Pick<FlightDetail, 'role' | 'outcome' | 'finalUrl' | 'reason' | 'differs'>,
  ): void {
    this.counts[counters[type]]++;
    if (more.outcome === 'failed') this.counts.failed++;
    this.#target?.dispatchEvent(new CustomEvent(type, { detail: { ...record, ...more, time: elapsed() } }));
  }
}
