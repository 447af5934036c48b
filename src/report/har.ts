// Reads a HAR (HTTP Archive 1.2), as browsers and tools write it. Fields with an underscore are those of one tool.

/** A HAR that cannot be read. The message says what is wrong and where. */
export class HarError extends Error {
  override readonly name = 'HarError';
}

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
    readonly headers?: readonly HarHeader[] | undefined;
  };
  readonly response: {
    /** 0 or -1 for a request that failed or was aborted. */
    readonly status: number;
    readonly headers?: readonly HarHeader[] | undefined;
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
  readonly timings?: Readonly<Record<string, number | undefined>> | undefined;
  /** Firefox: has a member `afterRequest` when the answer came from the cache. */
  readonly cache?: object | undefined;
  /** Chromium and Playwright: the maker of the request. */
  readonly _resourceType?: string | undefined;
  /** Chromium: `memory` or `disk`. */
  readonly _fromCache?: string | undefined;
  /** Playwright: on requests that a service worker has made. */
  readonly _serviceWorkerRef?: string | undefined;
  /** Safari: `Memory Cache`, `Disk Cache`, `Service Worker` or `Network Load`. */
  readonly _fetchType?: string | undefined;
}

export interface Har {
  /** The tool that has written it, and its version. */
  readonly creator: string;
  readonly entries: readonly HarEntry[];
}

interface Tool {
  readonly name?: unknown;
  readonly version?: unknown;
}

/** Reads the text of a HAR. Throws a `HarError` for text that is no HAR. */
export function parseHar(text: string): Har {
  const har = parse(text.replace(/^\uFEFF/, '')) as { log?: object } | null;
  const log: { entries?: unknown; browser?: Tool; creator?: Tool } = har?.log ?? {};
  const { entries, browser, creator } = log;
  if (!Array.isArray(entries)) throw new HarError('has no list `log.entries`, so it is not a HAR');
  for (const [at, entry] of entries.entries()) checkEntry(entry, at);
  const { name, version } = browser ?? creator ?? {};
  const tool = `${textOf(name) ?? 'an unknown tool'} ${textOf(version) ?? ''}`.trim();
  return { creator: tool.slice(0, longestName), entries: entries.map(entryOf) };
}

/** The most characters of a tool's name. */
const longestName = 100;

function parse(text: string): unknown {
  const start = text.trimStart();
  if (!start) throw new HarError('is empty');
  if (start.startsWith('PK')) throw new HarError('is a ZIP archive. Unpack it and use the .har file in it');
  if (start.startsWith('<')) throw new HarError('is HTML or XML, not a HAR');
  try {
    return JSON.parse(text);
  } catch (error) {
    const isCut = start.startsWith('{') && !/\}\s*$/.test(text);
    const hint = isCut ? ' It seems to be cut off: export it again.' : '';
    throw new HarError(`is not JSON (${(error as Error).message}).${hint}`);
  }
}

/** The members that every entry must have, with their types. */
const required = [
  ['request', 'method', 'string'],
  ['request', 'url', 'string'],
  ['response', 'status', 'number'],
] as const;

/** Returns a value of a HAR for a message. A list in a list in a list may be too deep to convert. */
const shown = (value: unknown) =>
  Object(value) === value ? Object.prototype.toString.call(value) : String(value).slice(0, longestName);

function checkEntry(entry: unknown, at: number): void {
  for (const [part, name, type] of required) {
    const value = Object(Object(entry)[part])[name];
    if (typeof value === type) continue;
    throw new HarError(`has no ${type} \`log.entries[${at}].${part}.${name}\`, got \`${shown(value)}\``);
  }
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members => ({ __proto__: null, ...(Object(value) as object) });
const textOf = (value: unknown) =>
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
function entryOf(entry: unknown): HarEntry {
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
