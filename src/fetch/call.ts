// What a call asks for, read once: what its caller changes afterwards changes nothing.

import { isRequest, isSignal, isUrl } from './brand.ts';
import { membersToCopy, unseenMember } from './members.ts';

/** What the wrapped fetch takes beside its input: all that `fetch` does, and whether to coalesce. */
export interface CoalescingInit extends RequestInit {
  /** `false` sends this call past all flights. Default `true`. */
  readonly coalesce?: boolean | undefined;
}

/** Why a call goes straight to the network. */
export type BypassReason =
  /** Another method than GET and HEAD. */
  | 'method'
  | 'body'
  | 'keepalive'
  | 'only-if-cached'
  /** `coalesce: false` */
  | 'opt-out'
  /** The option `eligible` refused it. */
  | 'ineligible'
  /** A member of its init could change the answer unseen. */
  | `init: ${string}`
  /** The answer of the flight that it joined varies by something in which they differ. */
  | 'vary'
  /** A navigation that a service worker passes on. */
  | 'navigate'
  /** A `no-cors` request for a range, which nobody can make again. */
  | 'range'
  /** Neither http nor https. */
  | 'scheme'
  /** Its input is neither a string, nor a URL, nor a `Request`. */
  | 'foreign'
  /** The global fetch was called on something foreign. */
  | 'receiver'
  /** The network rejects it as it is. */
  | 'invalid';

/** A call that may be shared. */
export interface Call {
  /** What it asks for: relative where the platform knows no base. */
  readonly url: string;
  /** All members, with their defaults. Its URL is made absolute in any case. */
  readonly request: Request;
  /** The request that the caller gave, or `request`. */
  readonly source: Request;
  /** True for a call made of a URL alone. */
  readonly isPlain: boolean;
  /** What the network gets. The flight adds its own signal to the init. */
  readonly input: string | Request;
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
}

/** The base of relative URLs where the platform has none: a name that never resolves. (RFC 2606) */
export const unknownBase = 'http://relative.invalid';

/** Returns what a call asks for, or why it goes straight to the network. `init` is a copy, as `copyInit` makes it. */
export function readCall(
  input: unknown,
  init: CoalescingInit,
  ignoreInit: ReadonlySet<string>,
): Call | BypassReason {
  try {
    if (typeof input !== 'string' && !isUrl(input) && !isRequest(input)) return 'foreign';
    return read(input, { ...init }, ignoreInit);
  } catch {
    return 'invalid';
  }
}

function read(
  input: string | URL | Request,
  init: { -readonly [Name in keyof CoalescingInit]: CoalescingInit[Name] },
  ignoreInit: ReadonlySet<string>,
): Call | BypassReason {
  const source = isRequest(input) ? input : undefined;
  const refused = refusal(source, init) ?? unseenIn(init, source, ignoreInit);
  if (refused) return refused;
  delete init.coalesce;
  const signal = (init.signal === undefined ? source?.signal : init.signal) ?? undefined;
  if (signal && !isSignal(signal)) return 'invalid';
  const url = source ? source.url : `${input as string | URL}`;
  // Browsers refuse some URLs for a line break in them, which a parsed URL no longer shows.
  if (/[\t\n\r]/.test(url)) return 'invalid';
  // An init of any kind makes a Request forget its referrer: it is passed back. (Fetch, "new Request(input, init)")
  if (source) passReferrer(source, init);
  // A signal would make this request listen to it, and it is only read.
  const { request, isRelative } = requestOf(source ?? url, { ...init, signal: null });
  return (
    lateRefusal(request) ?? {
      url: isRelative ? url : request.url,
      request,
      source: source ?? request,
      isPlain: !source && Object.keys(init).every((name) => name === 'signal'),
      input: source ? request : url,
      init,
      signal,
    }
  );
}

/** Refuses what can be told without a `Request`: making one would use its body up. */
function refusal(source: Request | undefined, init: CoalescingInit): BypassReason | undefined {
  const method = init.method ?? source?.method ?? 'GET';
  if (source?.bodyUsed || !isMethod(method)) return 'invalid';
  if (init.coalesce === false) return 'opt-out';
  if (!/^(get|head)$/i.test(method)) return 'method';
  if (init.body != null || source?.body) return 'body';
  if (source?.mode === 'navigate') return 'navigate';
  if (source?.mode === 'no-cors' && source.headers.has('range')) return 'range';
  return;
}

function unseenIn(
  given: CoalescingInit,
  source: Request | undefined,
  ignoreInit: ReadonlySet<string>,
): BypassReason | undefined {
  const name = unseenMember(given as Readonly<Record<string, unknown>>, ignoreInit);
  if (name) return `init: ${name}`;
  return hasDispatcher(source) ? 'init: dispatcher' : undefined;
}

/** A token, and none that no script may use. (Fetch, "forbidden method") */
const isMethod = (method: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(method) && !/^(connect|trace|track)$/i.test(method);

function lateRefusal({ keepalive, cache, url }: Request): BypassReason | undefined {
  if (keepalive) return 'keepalive';
  if (cache === 'only-if-cached') return 'only-if-cached';
  if (!/^https?:/.test(url)) return 'scheme';
  return;
}

/** A copy of an init. It must replace an init whose headers may be walked only once: the copy has walked them. */
export interface InitCopy {
  readonly init: CoalescingInit;
  readonly mustReplace: boolean;
}

/**
 * Returns a copy of an init, each member read once: its own members, and those that `fetch` reads although they are
 * inherited. Undefined for what is no init.
 */
export function copyInit(given: CoalescingInit | null | undefined): InitCopy | undefined {
  if (given == null) return { init: {}, mustReplace: false };
  if (Object(given) !== given) return;
  const from = given as Readonly<Record<string, unknown>>;
  const init: Record<string, unknown> = { ...from };
  for (const name of membersToCopy) if (!(name in init) && name in from) init[name] = from[name];
  const { headers } = init as { headers: HeadersInit };
  if (Object(headers) !== headers) return { init, mustReplace: false };
  init.headers = copyHeaders(headers);
  return { init, mustReplace: Array.isArray(init.headers) && !Array.isArray(headers) };
}

/** A copy of the same shape: what wraps the network may expect what the caller gave. */
function copyHeaders(headers: HeadersInit): HeadersInit {
  if (headers instanceof Headers) return new Headers(headers);
  if (!(Symbol.iterator in headers)) return { ...headers };
  return Array.from(headers as Iterable<[string, string]>, (pair) =>
    Object(pair) === pair ? ([...pair] as [string, string]) : pair,
  );
}

function passReferrer(source: Request, init: RequestInit): void {
  init.referrer ??= source.referrer;
  init.referrerPolicy ??= source.referrerPolicy;
}

/** Node's own `Request` may keep a dispatcher under a symbol, where it can be found. */
function hasDispatcher(source: Request | undefined): boolean {
  if (!source) return false;
  const symbol = Object.getOwnPropertySymbols(source).find(({ description }) => description === 'dispatcher');
  return !!symbol && source[symbol as never] !== undefined;
}

/** Where the platform has no base, as in Node, a relative URL gets one that never resolves. */
function requestOf(input: string | Request, init: RequestInit): { request: Request; isRelative: boolean } {
  try {
    return { request: new Request(input, init), isRelative: false };
  } catch (error) {
    if (typeof input !== 'string' || /^\s*[a-z][\w+.-]*:/i.test(input)) throw error;
    return { request: new Request(new URL(input, unknownBase), init), isRelative: true };
  }
}
