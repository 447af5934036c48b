// The savings of flights: requests, bytes and waiting, in total and by URL pattern.

import type { Flight } from './flights.ts';
import { byPattern } from './patterns.ts';
import type { Recorded } from './recorded.ts';

/** The savings of sharing. */
export interface Saving {
  /** Requests that would not have been sent. */
  readonly requests: number;
  /** Their bytes on the network. */
  readonly bytes: number;
  /** Milliseconds that they took longer than the requests that they would have joined; null when not recorded. */
  readonly waitedMs: number | null;
  /** The longest of these waits. */
  readonly longestWaitMs: number | null;
}

/** The savings of sharing at one URL pattern. */
export interface PatternSaving extends Saving {
  readonly pattern: string;
  /** All requests of the network to it. */
  readonly sent: number;
  /** The requests that `createFetch` saves. The rest needs the service worker. */
  readonly byCreateFetch: number;
}

/** What a recording knows. */
export interface Known {
  /** True when it says how long requests waited in the browser. */
  readonly hasWaits: boolean;
}

/** Adds up the savings of flights. */
export function savingOf(flights: readonly Flight[], { hasWaits }: Known): Saving {
  const saved = flights.flatMap(({ leader, followers }) =>
    followers.map(({ bytes, end, status }) => ({
      // When a tool has not recorded the bytes, those of the shared answer count.
      bytes: bytes || (status === 304 ? 0 : leader.bytes),
      waited: Math.max(0, end - leader.end),
    })),
  );
  return {
    requests: saved.length,
    bytes: saved.reduce((sum, { bytes }) => sum + bytes, 0),
    waitedMs: hasWaits ? Math.round(saved.reduce((sum, { waited }) => sum + waited, 0)) : null,
    longestWaitMs: hasWaits
      ? Math.round(saved.reduce((longest, { waited }) => Math.max(longest, waited), 0))
      : null,
  };
}

const byLeader = (flights: readonly Flight[]) => new Map(flights.map((flight) => [flight.leader, flight]));

/** Returns the savings at each URL pattern, the largest first. `sent` has the leaders of all flights. */
export function savingsByPattern(
  sent: readonly Recorded[],
  flights: { readonly all: readonly Flight[]; readonly inPage: readonly Flight[] },
  known: Known,
): PatternSaving[] {
  const [all, inPage] = [byLeader(flights.all), byLeader(flights.inPage)];
  return [...byPattern(sent)]
    .map(([pattern, requests]) => {
      const savingIn = (led: ReadonlyMap<Recorded, Flight>) =>
        savingOf(
          requests.flatMap((request) => led.get(request) ?? []),
          known,
        );
      const byCreateFetch = savingIn(inPage).requests;
      return { pattern, sent: requests.length, byCreateFetch, ...savingIn(all) };
    })
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests);
}
