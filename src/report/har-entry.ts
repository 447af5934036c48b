// One entry of a HAR. Fields with an underscore are those of one tool.

import { bare } from '../http/bare.ts';

export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** The members of a request in a HAR that are used. */
export interface HarEntry {
  readonly startedDateTime?: string | undefined;
  /** Milliseconds. */
  readonly time?: number | undefined;
  readonly pageref?: string | undefined;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
  };
  readonly response: {
    /** 0 or -1 for a request that failed or was aborted. */
    readonly status: number;
    readonly headers: readonly HarHeader[];
    readonly content?: {
      readonly size?: number | undefined;
      readonly compression?: number | undefined;
      readonly mimeType?: string | undefined;
    };
    readonly headersSize?: number | undefined;
    readonly bodySize?: number | undefined;
    /** Chromium, Safari, Playwright: bytes on the network. */
    readonly _transferSize?: number | undefined;
    readonly _fetchedViaServiceWorker?: boolean | undefined;
  };
  /** Milliseconds of each phase, or -1. */
  readonly timings: Readonly<Record<string, number | undefined>>;
  /**
   * Firefox: has a member `afterRequest` when the answer came from the cache. In other tools that is the state of the cache
   * after any request.
   */
  readonly cache: object;
  /** Chromium and Playwright: the maker of the request. */
  readonly _resourceType?: string | undefined;
  /** Chromium: `memory` or `disk`. */
  readonly _fromCache?: string | undefined;
  /** Playwright: on requests that a service worker has made. */
  readonly _serviceWorkerRef?: string | undefined;
  /** Safari: `Memory Cache`, `Disk Cache`, `Service Worker` or `Network Load`. */
  readonly _fetchType?: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members => bare(Object(value) as Members);

/** Returns a text of a HAR, or a number as text. A value of another type counts as missing. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Numbers beyond all times and sizes count as missing. */
const numberOf = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;

function headersOf(list: unknown): HarHeader[] {
  if (!Array.isArray(list)) return [];
  return list.map(membersOf).flatMap(({ name, value }) => {
    const [header, text] = [textOf(name), textOf(value)];
    return header !== undefined && text !== undefined ? [{ name: header, value: text }] : [];
  });
}

const contentOf = ({ size, compression, mimeType }: Members) => ({
  size: numberOf(size),
  compression: numberOf(compression),
  mimeType: textOf(mimeType),
});

/** Returns an entry with the members that are used. Those that have another type than the format says are left out. */
export function entryOf(entry: unknown): HarEntry {
  const all = membersOf(entry);
  const [request, response] = [membersOf(all.request), membersOf(all.response)];
  return {
    startedDateTime: textOf(all.startedDateTime),
    time: numberOf(all.time),
    pageref: textOf(all.pageref),
    request: {
      method: request.method as string,
      url: request.url as string,
      headers: headersOf(request.headers),
    },
    response: {
      status: response.status as number,
      headers: headersOf(response.headers),
      ...(response.content !== undefined && { content: contentOf(membersOf(response.content)) }),
      headersSize: numberOf(response.headersSize),
      bodySize: numberOf(response.bodySize),
      _transferSize: numberOf(response._transferSize),
      _fetchedViaServiceWorker: response._fetchedViaServiceWorker === true || undefined,
    },
    timings: Object.fromEntries(
      Object.entries(membersOf(all.timings)).map(([name, ms]) => [name, numberOf(ms)]),
    ),
    cache: membersOf(all.cache),
    _resourceType: textOf(all._resourceType),
    _fromCache: textOf(all._fromCache),
    _serviceWorkerRef: textOf(all._serviceWorkerRef),
    _fetchType: textOf(all._fetchType),
  };
}
