// The report: what sharing would have saved in a recording.

import { originOf } from '../http/url.ts';
import { count } from '../wording/words.ts';
import { type Counts, countsOf } from './counts.ts';
import { type Flight, replay } from './flights.ts';
import type { Har } from './har.ts';
import { identityAnywhere, identityInPage, unsharedReason } from './identity.ts';
import { type Miss, missesByCacheBuster, missOf, type NearMiss, nearMissesOf } from './near-misses.ts';
import { withoutOrigin } from './patterns.ts';
import { type Recorded, recordedIn } from './recorded.ts';
import { type PatternSaving, type Saving, savingOf, savingsByPattern } from './savings.ts';

/** A request of a flight. Times are milliseconds since the first request. */
export interface Bar {
  /** Its index in the HAR, from 0. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
}

export interface ReportedFlight {
  readonly url: string;
  readonly leader: Bar;
  readonly followers: readonly Bar[];
}

export interface Report {
  /** The browser or tool that has made the recording. */
  readonly creator: string;
  /** The origin of the first page, which URLs may leave out; null when it is unknown. */
  readonly origin: string | null;
  /** Milliseconds from the start of the first request to the end of the last one. */
  readonly durationMs: number;
  readonly requests: Counts;
  /** The savings of `createFetch`. */
  readonly createFetch: Saving;
  /** The savings of `createFetch` and the service worker together. */
  readonly withServiceWorker: Saving;
  readonly patterns: readonly PatternSaving[];
  /** How many requests more `createFetch` saves with each `linger`. */
  readonly linger: readonly { readonly ms: number; readonly requests: number }[];
  readonly nearMisses: readonly NearMiss[];
  /** The URLs to name in the option `match` of `register`. */
  readonly match: readonly string[];
  /** All flights that more than one request would have shared. */
  readonly flights: readonly ReportedFlight[];
  /** Facts that this recording does not contain. */
  readonly notes: readonly string[];
}

const lingers = [250, 1000, 5000];

/** Replays a recording with sharing, and says what that would have saved. */
export function reportOf(har: Har): Report {
  const all = recordedIn(har);
  const sent = all.filter(({ answerer }) => answerer === 'network');
  const known = { hasWaits: har.entries.some(({ timings }) => (timings.blocked ?? -1) >= 0) };
  const shareable = sent.filter((request) => !unsharedReason(request));
  const inPage = replay(all, { identityOf: identityInPage, linger: 0 });
  const misses: Miss[] = [];
  const anywhere = replay(all, {
    identityOf: identityAnywhere,
    linger: 0,
    onMiss: (...miss) => void misses.push(missOf(...miss)),
  });
  const leaders = anywhere.map(({ leader }) => leader);
  const createFetch = savingOf(inPage, known);
  const lingering = (linger: number) => replay(all, { identityOf: identityInPage, linger });
  const patterns = savingsByPattern(shareable, { all: anywhere, inPage }, known);
  const origin = originOfPage(all);
  const requests = countsOf(har, all);
  return {
    creator: har.creator,
    origin,
    durationMs: tenths(all.reduce((last, { end }) => Math.max(last, end), 0)),
    requests,
    createFetch,
    withServiceWorker: savingOf(anywhere, known),
    patterns,
    linger: lingers.map((ms) => ({
      ms,
      requests: savingOf(lingering(ms), known).requests - createFetch.requests,
    })),
    nearMisses: nearMissesOf([...missesByCacheBuster(leaders), ...misses]),
    match: patterns.map(({ pattern }) => withoutOrigin(pattern, origin)),
    flights: anywhere.filter(({ followers }) => followers.length).map(reported),
    notes: notesOf(har, all, { ...known, undated: requests.undated }),
  };
}

function originOfPage(all: readonly Recorded[]): string | null {
  const page = all.find(({ maker }) => maker === 'navigation')?.url;
  const referrer = all.find(({ headers }) => headers.has('referer'))?.headers.get('referer');
  const url = page ?? referrer;
  return url ? originOf(url) : null;
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

const barOf = ({ entry, start, end }: Recorded): Bar => ({ entry, start: tenths(start), end: tenths(end) });

const reported = ({ leader, followers }: Flight): ReportedFlight => ({
  url: leader.url,
  leader: barOf(leader),
  followers: followers.map(barOf),
});

function notesOf(
  har: Har,
  all: readonly Recorded[],
  { hasWaits, undated }: { hasWaits: boolean; undated: number },
): string[] {
  const notes: string[] = [];
  if (!hasWaits && har.entries.length)
    notes.push(
      'This recording does not say how long requests waited in the browser. Some identical requests that waited for each other may look as if they came one after another.',
    );
  if (!har.entries.some(({ _resourceType }) => _resourceType) && all.some(({ maker }) => maker === 'fetch'))
    notes.push(
      'This recording does not tell `fetch` from XMLHttpRequest, which `createFetch` does not see. The service worker sees both.',
    );
  if (undated) notes.push(`${count(undated, 'request')} without a start time could not be placed.`);
  return notes;
}
