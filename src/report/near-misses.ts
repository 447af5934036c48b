// Requests for one resource at one time that are not the same, and the differences that keep them apart.

import { adviceFor } from '../wording/advice.ts';
import { byPattern } from './patterns.ts';
import type { Recorded } from './recorded.ts';

/** Requests that were kept apart by the same differences. */
export interface NearMiss {
  readonly pattern: string;
  /** How many requests were sent while another one for the same resource was under way. */
  readonly requests: number;
  /** Names of headers, parameters of the query (`?t`), or a phrase such as `a write`. */
  readonly differs: readonly string[];
  /** What to do about it. */
  readonly advice: string;
}

/** One request that was sent while another one for the same resource was under way. */
export interface Miss {
  readonly url: string;
  readonly differs: readonly string[];
}

/** Returns why a request did not join another one. `closedBy` says why it could not join an equal request. */
export function missOf(request: Recorded, other: Recorded, closedBy: string | undefined): Miss {
  return { url: request.url, differs: closedBy ? [closedBy] : differences(request, other) };
}

function differences(one: Recorded, other: Recorded): string[] {
  const [a, b] = [one.ownHeaders, other.ownHeaders];
  const names = new Set([...a.keys(), ...b.keys()]);
  const differing = [...names].filter((name) => a.get(name) !== b.get(name));
  if (differing.length) return differing;
  return [one.page === other.page ? 'the mode' : 'the page'];
}

/** Names of parameters that are used to bypass a cache. */
const cacheBuster =
  /^(?:_|_?ts?|_?time(?:stamp)?|cb|no-?_?cache|cache-?_?bust(?:er)?|rand(?:om)?|nonce|_dc)$/i;

/** Finds reads, sorted by their start, that differ only in parameters that bypass a cache. */
export function missesByCacheBuster(requests: readonly Recorded[]): Miss[] {
  const underWay = new Map<string, Recorded>();
  const misses: Miss[] = [];
  for (const request of requests) {
    const url = new URL(request.url);
    const names = [...url.searchParams.keys()].filter((name) => cacheBuster.test(name));
    if (!names.length) continue;
    for (const name of names) url.searchParams.delete(name);
    const target = `${request.method} ${url}`;
    const other = underWay.get(target);
    if (other && other.end > request.start && other.url !== request.url)
      misses.push({ url: request.url, differs: names.map((name) => `?${name}`) });
    if (!other || other.end < request.end) underWay.set(target, request);
  }
  return misses;
}

/** An element and a `fetch` send different values of `accept`. */
const elements = 'Elements share through the service worker alone.';

/** Counts misses by URL pattern and differences, the most frequent first. */
export function nearMissesOf(misses: readonly Miss[]): NearMiss[] {
  const counted = [...byPattern(misses)].flatMap(([pattern, ofPattern]) => {
    const counts = new Map<string, NearMiss>();
    for (const { differs } of ofPattern) {
      const name = differs.join();
      const requests = (counts.get(name)?.requests ?? 0) + 1;
      const advice = name === 'accept' ? `${adviceFor(differs)} ${elements}` : adviceFor(differs);
      counts.set(name, { pattern, requests, differs, advice });
    }
    return [...counts.values()];
  });
  return counted.sort((one, other) => other.requests - one.requests);
}
