// One entry of a HAR in terms of this library: the request, its time, and who answered.

import { isHttp, withoutFragment } from '../http/url.ts';
import type { Har } from './har.ts';
import type { HarEntry, HarHeader } from './har-entry.ts';
import { type Maker, makerOf } from './maker.ts';
import { ownHeadersOf, type Usual } from './own-headers.ts';

/** Who has answered: the network, the browser's cache, a service worker, or no one. */
export type Answerer = 'network' | 'cache' | 'service worker' | 'nobody';

/** A request that was recorded. Times are milliseconds since the first request of the recording. */
export interface Recorded {
  /** Its index in the HAR, from 0. */
  readonly entry: number;
  readonly method: string;
  /** Without its fragment. */
  readonly url: string;
  readonly page: string;
  readonly maker: Maker;
  readonly answerer: Answerer;
  readonly start: number;
  /** The time at which the headers had arrived. */
  readonly headersAt: number;
  readonly end: number;
  /** Bytes on the network; 0 when they are unknown. */
  readonly bytes: number;
  readonly status: number;
  readonly headers: Headers;
  /** The headers that keep requests apart, without those that the browser has added. */
  readonly ownHeaders: Headers;
  readonly answerHeaders: Headers;
}

/** Facts about the whole recording. */
export interface Recording {
  readonly isFirefox: boolean;
  /** True when it contains requests that a service worker has made. */
  readonly hasWorker: boolean;
  /** The time at which the first request was made. */
  readonly epoch: number;
  readonly usual: Usual;
}

/** True for URLs that go to the network by HTTP. */
export const isHttpUrl = (url: string): boolean => isHttp(url) && URL.canParse(url);

/** Returns the HTTP requests of a recording in the order in which they were made. */
export function recordedIn({ creator, entries }: Har): Recorded[] {
  const starts = entries.map(startOf).filter(Number.isFinite);
  const recording: Recording = {
    isFirefox: /firefox/i.test(creator),
    hasWorker: entries.some(({ _serviceWorkerRef }) => _serviceWorkerRef),
    epoch: starts.reduce((first, start) => Math.min(first, start), Number.POSITIVE_INFINITY),
    usual: usualHeaders(entries),
  };
  return entries
    .flatMap((entry, at) => (isHttpUrl(entry.request.url) && recordedOf(entry, at, recording)) || [])
    .sort((one, other) => one.start - other.start);
}

/** Returns when a request was made, in milliseconds; NaN for an entry without a valid start. */
const startOf = ({ startedDateTime }: HarEntry) => Date.parse(`${startedDateTime}`);

/** Headers whose value is the browser's own, unless a page sets another one for a request. */
const usualNames = ['accept-language', 'user-agent'] as const;

function usualHeaders(entries: readonly HarEntry[]): Usual {
  const counts = new Map<string, Map<string, number>>(usualNames.map((name) => [name, new Map()]));
  for (const { name, value } of entries.flatMap(({ request }) => request.headers)) {
    const values = counts.get(name.toLowerCase());
    values?.set(value, (values.get(value) ?? 0) + 1);
  }
  const mostFrequent = (values: ReadonlyMap<string, number>) =>
    [...values].sort(([, one], [, other]) => other - one)[0]?.[0];
  return new Map([...counts].map(([name, values]) => [name, mostFrequent(values)]));
}

const positive = (value = 0) => Math.max(0, value);

/** Phases that follow each other. `ssl` is a part of `connect`. */
const phases = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'];

/** Returns an entry as a recorded request; undefined for one without a valid start. */
function recordedOf(har: HarEntry, entry: number, recording: Recording): Recorded | undefined {
  const { request, response, timings } = har;
  const start = startOf(har) - recording.epoch;
  if (Number.isNaN(start)) return;
  const sum = phases.reduce((total, phase) => total + positive(timings[phase]), 0);
  const end = start + (positive(har.time) || sum);
  const headers = headersOf(request.headers);
  const maker = makerOf(har, headers);
  return {
    entry,
    method: request.method.toUpperCase(),
    url: withoutFragment(request.url),
    page: har.pageref ?? '',
    maker,
    answerer: answererOf(har, sum, recording),
    start,
    headersAt: Math.max(start, end - positive(timings.receive)),
    end,
    bytes: bytesOf(response, recording),
    status: response.status,
    headers,
    ownHeaders: ownHeadersOf(headers, maker, recording.usual),
    answerHeaders: headersOf(response.headers),
  };
}

/** Returns headers that are valid. HTTP/2 has pseudo-headers such as `:authority`, which are not. */
function headersOf(list: readonly HarHeader[]): Headers {
  const headers = new Headers();
  for (const { name, value } of list) {
    try {
      headers.append(name, value);
    } catch {
      // No header can have this name or value, so it was not sent as one.
    }
  }
  return headers;
}

function bytesOf(response: HarEntry['response'], { isFirefox }: Recording): number {
  const { _transferSize = -1, headersSize, bodySize = -1, content } = response;
  if (_transferSize >= 0) return _transferSize;
  // Firefox counts the headers as a part of the body.
  if (bodySize >= 0) return bodySize + (isFirefox ? 0 : positive(headersSize));
  return positive(positive(content?.size) - positive(content?.compression));
}

function answererOf(har: HarEntry, duration: number, { isFirefox, hasWorker }: Recording): Answerer {
  const { response, cache, _fromCache, _fetchType } = har;
  const { status, headersSize, _transferSize, _fetchedViaServiceWorker } = response;
  if (status <= 0) return 'nobody';
  if (_fetchedViaServiceWorker || _fetchType === 'Service Worker') return 'service worker';
  if (_fromCache || _fetchType?.endsWith('Cache')) return 'cache';
  if (isFirefox && 'afterRequest' in cache) return 'cache';
  // Even the smallest answer of the network has headers, and takes some time. Firefox records nothing else about its
  // cache, and Playwright nothing about who has answered.
  const isFree = _transferSize === 0 || (headersSize === 0 && duration === 0);
  if (!isFree) return 'network';
  return hasWorker ? 'service worker' : 'cache';
}
