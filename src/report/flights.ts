// Replays a recording with sharing, to find out which requests would have joined which.

import { mayLinger } from '../fetch/answer.ts';
import { isEndless } from '../http/content.ts';
import { defaultMaxReplay, joinTimeout } from '../http/limits.ts';
import { originOf } from '../http/url.ts';
import { variesAlways } from '../http/vary.ts';
import { isWrite } from './identity.ts';
import type { Recorded } from './recorded.ts';

/** One request that is sent, and the requests that share its answer. */
export interface Flight {
  readonly leader: Recorded;
  readonly followers: Recorded[];
}

/** A flight during the replay. */
interface OpenFlight extends Flight {
  /** The number of fences of its origin before it was launched. */
  readonly fences: number;
  /** The time until which others may join, unless a write fences it. */
  readonly joinableUntil: number;
  /** Why no request may join after that time, although this one is under way. */
  readonly limit?: string;
}

export interface Rules {
  /** Returns the key of a request; undefined for a request that is never shared. */
  readonly identityOf: (request: Recorded) => string | undefined;
  /** Milliseconds for which a whole answer can still be joined. */
  readonly linger: number;
  /**
   * Called for a request that is sent although another one for the same resource is under way. `closedBy` says why it
   * could not join one that is the same.
   */
  readonly onMiss?: ((request: Recorded, other: Recorded, closedBy: string | undefined) => void) | undefined;
}

/** Replays requests, sorted by their start. Returns the flights in the order of their launch. */
export function replay(requests: readonly Recorded[], rules: Rules): Flight[] {
  const flights: Flight[] = [];
  const targets = new Map<string, Target>();
  const fences = new Fences(requests);
  for (const request of requests) {
    fences.advance(request);
    // A request that the cache or a service worker has answered was not sent. HARs do not even have its headers.
    const identity = request.answerer === 'network' ? rules.identityOf(request) : undefined;
    if (identity === undefined) continue;
    const name = `${request.method} ${request.url}`;
    const target = targets.get(name) ?? new Target();
    targets.set(name, target);
    const same = target.same(identity, request.start);
    const closedBy = same && (fences.of(request) > same.fences ? 'a write' : limitAt(same, request.start));
    if (same && !closedBy) {
      same.followers.push(request);
      continue;
    }
    const other = same ?? target.last(request.start);
    if (other) rules.onMiss?.(request, other.leader, closedBy);
    const launched = { ...launch(request, rules.linger), fences: fences.of(request) };
    target.add(identity, launched);
    flights.push(launched);
  }
  return flights;
}

/** The flights for one resource that may be under way. Each request is later than the ones before it. */
class Target {
  readonly #byIdentity = new Map<string, OpenFlight>();
  /** The last one launched at the end. */
  readonly #launched: OpenFlight[] = [];

  add(identity: string, flight: OpenFlight): void {
    this.#byIdentity.set(identity, flight);
    this.#launched.push(flight);
  }

  /** Returns the flight of that identity. */
  same(identity: string, now: number): OpenFlight | undefined {
    const flight = this.#byIdentity.get(identity);
    return flight && isUnderWay(flight, now) ? flight : undefined;
  }

  /** Returns the last one launched that is under way. */
  last(now: number): OpenFlight | undefined {
    for (let flight = this.#launched.at(-1); flight; flight = this.#launched.at(-1)) {
      if (isUnderWay(flight, now)) return flight;
      this.#launched.pop();
    }
    return undefined;
  }
}

const isUnderWay = ({ leader, joinableUntil }: OpenFlight, now: number) =>
  Math.max(leader.end, joinableUntil) > now;

const limitAt = ({ joinableUntil, limit }: OpenFlight, now: number) =>
  joinableUntil > now ? undefined : limit;

function launch(leader: Recorded, linger: number) {
  const { answerHeaders: headers, ownHeaders, start, headersAt, end, bytes, status } = leader;
  const limits: [at: number, limit: string][] = [[headersAt + joinTimeout, '20 s after the headers']];
  if (bytes > defaultMaxReplay)
    limits.push([headersAt + ((end - headersAt) * defaultMaxReplay) / bytes, 'the size of the body']);
  if (isEndless(headers.get('content-type'))) limits.push([headersAt, 'a body without an end']);
  if (variesAlways(headers.get('vary'))) limits.push([start, '`Vary: *`']);
  const [at, limit] = limits.sort(([one], [other]) => one - other)[0] as (typeof limits)[number];
  const followers: Recorded[] = [];
  if (at <= end) return { leader, followers, joinableUntil: at, limit };
  // A recording does not say which `cache` mode a request has.
  const asked = { cache: 'default', headers: ownHeaders } as const;
  const answer = { ok: status >= 200 && status < 300, headers } as Response;
  return { leader, followers, joinableUntil: end + (mayLinger(asked, answer) ? linger : 0) };
}

/** A write fences the reads of its origin that were launched before: when it begins, and when it ends. */
class Fences {
  /** Writes, the first to end first. */
  readonly #ends: Recorded[];
  /** The number of fences of each origin so far. */
  readonly #counts = new Map<string, number>();

  constructor(requests: readonly Recorded[]) {
    this.#ends = requests.filter(isWrite).sort((one, other) => other.end - one.end);
  }

  /** Moves the replay on to the time of a request. */
  advance(request: Recorded): void {
    for (let next = this.#ends.at(-1); next && next.end <= request.start; next = this.#ends.at(-1)) {
      this.#ends.pop();
      this.#raise(next);
    }
    if (isWrite(request)) this.#raise(request);
  }

  of({ url }: Recorded): number {
    return this.#counts.get(originOf(url)) ?? 0;
  }

  #raise(write: Recorded): void {
    this.#counts.set(originOf(write.url), this.of(write) + 1);
  }
}
