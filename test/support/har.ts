// Recordings for tests: only what a test names, the rest as Chromium would record it.

import type { Har } from '../../src/report/har.ts';
import type { HarEntry } from '../../src/report/har-entry.ts';

/** One request of a recording. */
export interface Entry {
  readonly url?: string;
  readonly method?: string;
  /** Milliseconds since the beginning. */
  readonly at: number;
  /** Milliseconds that it took, and how many of them the body took. Default 100 and 0. */
  readonly ms?: number;
  readonly receive?: number;
  readonly status?: number;
  readonly page?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: Readonly<Record<string, string>>;
  readonly bytes?: number;
  /** Anything else of the entry, of its response, of its timings. */
  readonly more?: object;
  readonly response?: object;
  readonly timings?: Readonly<Record<string, number>>;
}

const list = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

export function entryOf(entry: Entry): HarEntry {
  const { url = 'https://app.example/data', method = 'GET', ms = 100, receive = 0 } = entry;
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + entry.at).toISOString(),
    time: ms,
    pageref: entry.page ?? 'page_1',
    _resourceType: entry.type ?? 'fetch',
    request: { method, url, headers: list({ accept: '*/*', ...entry.headers }) },
    response: {
      status: entry.status ?? 200,
      headers: list({ 'content-type': 'application/json', ...entry.answer }),
      _transferSize: entry.bytes ?? 500,
      ...entry.response,
    },
    timings: { blocked: 0, wait: ms - receive, receive, ...entry.timings },
    cache: {},
    ...entry.more,
  };
}

export const harOf = (...entries: readonly Entry[]): Har => ({
  creator: 'a test',
  entries: entries.map(entryOf),
});
