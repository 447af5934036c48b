// One row of the waterfall: a flight, a call that bypassed all flights, or the request of an image.

import { shorten } from '../wording/words.ts';
import type { FlightFacts, FlightNow, ImageFacts } from './sources.ts';

export type EntryKind = 'flight' | 'bypass' | 'image';

/** How many callers of one flight are remembered one by one. */
const mostCallers = 100;
/** How many characters of a URL are kept. A `data:` URL may have millions, and a browser takes seconds to lay one out. */
const mostOfUrl = 5_000;

export interface Entry {
  readonly kind: EntryKind;
  readonly id: number;
  readonly method: string;
  readonly url: string;
  /** Milliseconds, as `performance.now()` counts them. */
  readonly start: number;
  /** Undefined while it is in flight. */
  end?: number | undefined;
  /** `done`, `failed`, `aborted`, `unread`, `endless`, `not recorded`; for an image also `stepped aside`. */
  outcome?: string | undefined;
  bytes: number;
  /** When the callers came: the leader, then the followers. The first 100 of them. */
  readonly callers: number[];
  callerCount: number;
  /** Counts the callers that left before they had everything. */
  leftCount: number;
  /** Why it did not join a flight for the same method and URL. */
  readonly differs?: readonly string[] | undefined;
  /** Why it bypasses all flights. */
  readonly reason?: string | undefined;
  /** Why no call can join it while it is in flight. */
  closedBy?: string | undefined;
  /** True for an image that a caller wants now. */
  readonly isUrgent?: boolean | undefined;
}

type Facts = Pick<Entry, 'kind' | 'id' | 'url' | 'start'> & Partial<Entry>;

export const entryOf = (facts: Facts): Entry => ({
  method: 'GET',
  bytes: 0,
  callers: [facts.start],
  callerCount: 1,
  leftCount: 0,
  ...facts,
  url: shorten(facts.url, mostOfUrl),
});

/** Returns the kind of the call that an event is about. */
export const kindOf = ({ role }: FlightFacts): EntryKind => (role === 'bypass' ? 'bypass' : 'flight');

/** Returns the entry of a flight or of a bypassing call that begins. */
export function callEntry(facts: FlightFacts): Entry {
  const { id, url, request, time: start, differs, reason } = facts;
  return entryOf({ kind: kindOf(facts), id, url, method: request?.method ?? 'GET', start, differs, reason });
}

/** Returns the entry of a flight that was launched before. */
export const flightEntry = ({ id, url, request, age, subscribers, bytes }: FlightNow): Entry =>
  entryOf({
    kind: 'flight',
    id,
    url,
    method: request?.method ?? 'GET',
    start: performance.now() - age,
    callerCount: subscribers,
    bytes,
  });

/** Returns the entry of an image whose request begins. */
export const imageEntry = ({ id = 0, url, urgent }: ImageFacts): Entry =>
  entryOf({ kind: 'image', id, url, start: performance.now(), isUrgent: urgent });

/** Adds a follower. */
export function addCaller(entry: Entry, time: number): void {
  entry.callerCount++;
  if (entry.callers.length < mostCallers) entry.callers.push(time);
}

/** Requests that were not sent: one for each follower that stayed. */
export const savedRequests = ({ callerCount, leftCount }: Entry): number =>
  Math.max(0, callerCount - 1 - leftCount);

/** Bytes that did not come over the network a second time. */
export const savedBytes = (entry: Entry): number => savedRequests(entry) * entry.bytes;

/** True for a launch beside a flight for the same method and URL. */
export const isNearMiss = ({ differs }: Entry): boolean => differs !== undefined;
