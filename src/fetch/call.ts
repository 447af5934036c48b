// What a call asks for, read once: what its caller changes afterwards changes nothing.

import { isRelative, methodOf, requestOf, unknownBase, urlOf } from './asked.ts';
import { isRequest, isSignal } from './brand.ts';
import type { CoalescingInit } from './init.ts';
import { unseenMember } from './members.ts';

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

/** Returns what a call asks for, or why it goes straight to the network. `init` is a copy, as `copyInit` makes it. */
export function readCall(
  input: unknown,
  init: CoalescingInit,
  ignoreInit: ReadonlySet<string>,
): Call | BypassReason {
  try {
    const url = urlOf(input);
    return url === undefined ? 'foreign' : read(isRequest(input) ? input : url, { ...init }, ignoreInit);
  } catch {
    return 'invalid';
  }
}

function read(
  input: string | Request,
  init: { -readonly [Name in keyof CoalescingInit]: CoalescingInit[Name] },
  ignoreInit: ReadonlySet<string>,
): Call | BypassReason {
  const source = typeof input === 'string' ? undefined : input;
  const refused = refusal(source, init) ?? unseenIn(init, source, ignoreInit);
  if (refused) return refused;
  delete init.coalesce;
  const signal = (init.signal === undefined ? source?.signal : init.signal) ?? undefined;
  if (signal && !isSignal(signal)) return 'invalid';
  const url = source ? source.url : (input as string);
  // Browsers refuse some URLs for a line break in them, which a parsed URL no longer shows.
  if (/[\t\n\r]/.test(url)) return 'invalid';
  // An init of any kind makes a Request forget its referrer: it is passed back. (Fetch, "new Request(input, init)")
  if (source) {
    init.referrer ??= source.referrer;
    init.referrerPolicy ??= source.referrerPolicy;
  }
  // A signal would make this request listen to it, and it is only read.
  const request = requestOf(input, { ...init, signal: null });
  return (
    lateRefusal(request) ?? {
      url: isRelative(request) ? url : request.url,
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
  const method = methodOf(source, init);
  const isRead = /^(get|head)$/i.test(method);
  if (source?.bodyUsed) return 'invalid';
  // Throws for a method that the platform does not take.
  if (!isRead) new Request(unknownBase, { method });
  if (init.coalesce === false) return 'opt-out';
  if (!isRead) return 'method';
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

function lateRefusal({ keepalive, cache, url }: Request): BypassReason | undefined {
  if (keepalive) return 'keepalive';
  if (cache === 'only-if-cached') return 'only-if-cached';
  if (!/^https?:/.test(url)) return 'scheme';
  return;
}

/** Node's own `Request` may keep a dispatcher under a symbol, where it can be found. */
function hasDispatcher(source: Request | undefined): boolean {
  if (!source) return false;
  const symbol = Object.getOwnPropertySymbols(source).find(({ description }) => description === 'dispatcher');
  return !!symbol && source[symbol as never] !== undefined;
}
