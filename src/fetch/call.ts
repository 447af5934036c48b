// Reads once what a call asks for, so that later changes by its caller make no difference.

import { bare } from '../http/bare.ts';
import { isHttp } from '../http/url.ts';
import { absoluteUrl } from './absolute-url.ts';
import { unknownBase } from './base-url.ts';
import { isRequest, isSignal } from './brand.ts';
import type { BypassReason } from './bypass-reason.ts';
import { type CoalescingInit, keepHeaders } from './init.ts';
import { methodOf, urlOf } from './input.ts';
import type { Identified } from './key.ts';
import { forgetsReferrer, unseenMember } from './members.ts';
import { isRelative, requestOf } from './request-of.ts';

/** A call that may be shared. */
export interface Call extends Identified {
  /** The input for the network. The flight adds its own signal to the init. */
  readonly input: string | Request;
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
  /** How long it and callers before it have waited for flights that they gave up, as in `Launching`. Undefined for none. */
  readonly waitedFor?: number | undefined;
}

/** The init of all plain calls. An empty object without a prototype takes 350 bytes. */
const plainInit: RequestInit = /* @__PURE__ */ bare({});

/** Returns the input for another request: the caller may have changed its own one since, and the page its address. */
export const inputAgain = ({ input, url }: Call): string | Request =>
  typeof input === 'string' ? url : input;

/** Returns what a call asks for, or why it goes straight to the network. `init` must be a copy made by `copyInit`. */
export function readCall(
  input: unknown,
  init: CoalescingInit,
  ignoreInit: ReadonlySet<string>,
): Call | BypassReason {
  try {
    const url = urlOf(input);
    return url === undefined ? 'foreign' : read(isRequest(input) ? input : url, bare(init), ignoreInit);
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
  // The flight's signal makes any `Request` forget its referrer, which only the caller's own members may do.
  if (source && !forgetsReferrer(init)) {
    init.referrer = source.referrer;
    init.referrerPolicy = source.referrerPolicy;
  }
  keepHeaders(init, source);
  const signal = (init.signal === undefined ? source?.signal : init.signal) ?? undefined;
  if (signal !== undefined && !isSignal(signal)) return 'invalid';
  const url = source ? source.url : (input as string);
  // Browsers refuse such a URL, and a parsed one no longer shows why: a tag that is not closed may have leaked into it.
  if (url.includes('<') && /[\t\n\r]/.test(url)) return 'invalid';
  const isPlain = !source && Object.keys(init).every((name) => name === 'signal');
  const plainUrl = isPlain ? absoluteUrl(url) : undefined;
  // This request is only read. With a signal, it would listen to that signal.
  let made = plainUrl === undefined ? requestOf(input, bare({ ...init, signal: null })) : undefined;
  const request = () => (made ??= new Request(plainUrl as string));
  return (
    (made && lateRefusal(made)) ?? {
      url: plainUrl ?? (isRelative(request()) ? url : request().url),
      request,
      source,
      isPlain,
      input: source ? request() : url,
      init: isPlain ? plainInit : init,
      signal,
    }
  );
}

/** Returns why a call is refused, as far as that is known without a `Request`. Making one would use the body. */
function refusal(source: Request | undefined, init: CoalescingInit): BypassReason | undefined {
  const method = methodOf(source, init);
  const isRead = /^(get|head)$/i.test(method);
  if (source?.bodyUsed && init.body == null) return 'invalid';
  // Throws for a method that the platform refuses.
  if (!isRead) new Request(unknownBase, bare({ method }));
  if (init.coalesce === false) return 'opt-out';
  if (!isRead) return 'method';
  if (init.body != null || source?.body) return 'body';
  // Firefox forgets it in a copy of a Request.
  if (init.keepalive ?? source?.keepalive) return 'keepalive';
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
  return name || hasDispatcher(source) ? `init: ${name ?? 'dispatcher'}` : undefined;
}

function lateRefusal({ cache, headers, url }: Request): BypassReason | undefined {
  if (cache === 'only-if-cached') return 'only-if-cached';
  if (headers.has('upgrade')) return 'upgrade';
  if (!isHttp(url)) return 'scheme';
  return;
}

/** True for a `Request` of Node that has a dispatcher. Older versions of Node keep it under a symbol. */
function hasDispatcher(source: Request | undefined): boolean {
  if (!source) return false;
  return Object.getOwnPropertySymbols(source).some(
    (symbol) => symbol.description === 'dispatcher' && source[symbol as never] !== undefined,
  );
}
