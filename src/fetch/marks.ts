// Marks by which a call is known when it comes back: each survives another way in which a wrapper passes a call on.

import { withoutFragment } from '../http/url.ts';
import { methodOf, requestOf, urlOf } from './asked.ts';
import { isRequest } from './brand.ts';

export type Arguments = readonly [input?: unknown, init?: RequestInit | null | undefined];

/** One call of the network, which may come back. */
export interface Outgoing {
  readonly args: Arguments;
  /** What was called. */
  readonly through: typeof globalThis.fetch;
  /** True for the request of a flight, false for a call past all flights. */
  readonly isShared: boolean;
  cameBack?: boolean;
  /** Answers the call by what is below, whatever the wrapper makes of it. */
  settle?: ((answer: Promise<Response>) => void) | undefined;
  /** That answer, once the call has come back for another URL. */
  below?: Promise<Response> | undefined;
  /** Sends the call, and again after a probe. */
  send?: (() => void) | undefined;
  /** Counts how often it was sent. */
  tries: number;
  /** Aborts what the wrapper got, and follows the flight's own signal. */
  probe?: AbortController;
  /** The mark in its URL. */
  fragment?: string;
}

/** Calls past all flights that look alike, each begun in a later turn while the others wait: more are one call. */
const mostAlike = 8;

/**
 * How likely it is that a call comes back. `none`: the function has answered without. `faint`: a function was chosen,
 * and nothing was put on top. `slight`: by way of another wrapped fetch. `strong`: something was put on top.
 */
export type Suspicion = 'none' | 'faint' | 'slight' | 'strong';

interface Alike {
  count: number;
  isCountedInThisTurn: boolean;
  readonly first: Outgoing;
}

export class Marks {
  /** Survives `{ ...init }`, also when the wrapper replaces the signal. */
  readonly #symbol = Symbol('coflight');
  /** Signals of flights: they survive `{ ...init }` and an init that is passed on. */
  readonly #bySignal = new WeakMap<object, Outgoing>();
  /** Survives `new Request(request, init)`. A fragment is never sent. */
  readonly #byFragment = new Map<string, Outgoing>();
  /** Requests of flights that wait for their headers, and that `new Request(url, init)` would make unknown. */
  readonly #unmarked = new Map<string, Outgoing>();
  /** Calls past all flights, by method and URL. */
  readonly #alike = new Map<string, Alike>();
  /** The call that is being made in this very moment. */
  #current: Outgoing | undefined;
  #count = 0;

  /** Marks a call. Marks that a mock could see are set only where it may come back. */
  add(sent: Outgoing, suspicion: Suspicion): Arguments {
    if (!sent.isShared) this.#countAlike(sent);
    const args = sent.isShared ? this.#markShared(sent, suspicion) : sent.args;
    const [input, init] = args;
    const takesMember = args.length > 0 && (init == null || Object(init) === init);
    return takesMember && /slight|strong/.test(suspicion) ? [input, this.#markInit(sent, init)] : args;
  }

  /** The call was answered. */
  remove(sent: Outgoing): void {
    const target = targetOf(sent.args);
    if (sent.fragment) this.#byFragment.delete(sent.fragment);
    if (this.#unmarked.get(target) === sent) this.#unmarked.delete(target);
    if (!sent.isShared) this.#alike.delete(target);
    // They lead to the response, which must not be kept.
    sent.settle = sent.send = sent.below = undefined;
  }

  /** Makes a call, during which the same call is known without a mark. */
  during<Result>(sent: Outgoing, call: () => Result): Result {
    const outer = this.#current;
    this.#current = sent;
    try {
      return call();
    } finally {
      this.#current = outer;
    }
  }

  /** Returns the call that this one is, come back. */
  find(args: Arguments): Outgoing | undefined {
    const [input, init] = args;
    const request = isRequest(input) ? input : undefined;
    const signal = init?.signal ?? request?.signal;
    const marked: Outgoing | undefined =
      (Object(init) as Record<symbol, Outgoing | undefined>)[this.#symbol] ??
      (signal && this.#bySignal.get(signal)) ??
      (request && this.#byFragment.get(request.url.slice(withoutFragment(request.url).length)));
    if (marked || !(this.#current || this.#unmarked.size || this.#alike.size)) return marked;
    const target = targetOf(args);
    if (!target) return;
    if (this.#current && targetOf(this.#current.args) === target) return this.#current;
    return (
      (request && signal === request.signal && this.#findByProbe(target, signal)) || this.#findAlike(target)
    );
  }

  /** The arguments of a call that has come back, without its marks. */
  without(sent: Outgoing, [input, init]: Arguments): Arguments {
    if (!sent.isShared) return [input, init];
    const request = isRequest(input) ? input : undefined;
    const signal = init?.signal ?? request?.signal;
    // It may have been aborted only as a probe.
    const living = signal?.aborted ? sent.args[1]?.signal : signal;
    const own = living ? { ...init, signal: living } : init;
    if (!request) return [input, own];
    // An init of any kind makes a Request forget its referrer.
    const { referrer, referrerPolicy } = request;
    return [new Request(withoutFragment(request.url), request), { referrer, referrerPolicy, ...own }];
  }

  /** The arguments of a flight, with a signal that is known. */
  #markShared(sent: Outgoing, suspicion: Suspicion): Arguments {
    const { args } = sent;
    let [input] = args;
    if (suspicion === 'strong')
      if (isRequest(input)) input = this.#markInput(sent, input);
      else this.#unmarked.set(targetOf(args), sent);
    return [input, { ...args[1], signal: this.#probe(sent) }];
  }

  /** The wrapper's signal follows the flight's. */
  #probe(sent: Outgoing): AbortSignal {
    const probe = new AbortController();
    const own = sent.args[1]?.signal as AbortSignal;
    own.addEventListener('abort', () => probe.abort(own.reason));
    sent.probe = probe;
    this.#bySignal.set(probe.signal, sent);
    return probe.signal;
  }

  #markInput(sent: Outgoing, input: Request): Request {
    sent.fragment = `#coflight-${++this.#count}`;
    this.#byFragment.set(sent.fragment, sent);
    return new Request(withoutFragment(input.url) + sent.fragment, input);
  }

  #markInit(sent: Outgoing, init: RequestInit | null | undefined): RequestInit {
    const members = Object.getOwnPropertyDescriptors({ ...init, [this.#symbol]: sent });
    return Object.create(Object.getPrototypeOf(init ?? {}), members);
  }

  /**
   * A wrapper that makes a `Request` of a URL leaves no mark, but the request's signal follows ours. So ours is
   * aborted once: either that request is aborted with it, or the call must be sent again.
   */
  #findByProbe(target: string, signal: AbortSignal): Outgoing | undefined {
    const sent = this.#unmarked.get(target);
    if (!sent || signal.aborted) return;
    this.#unmarked.delete(target);
    sent.probe?.abort();
    if (signal.aborted) return sent;
    sent.send?.();
    return;
  }

  #findAlike(target: string): Outgoing | undefined {
    const alike = this.#alike.get(target);
    return alike && alike.count >= mostAlike ? alike.first : undefined;
  }

  /** A wrapper that passes no mark on makes a loop: one call more in each turn. Calls of one turn are counted once. */
  #countAlike(sent: Outgoing): void {
    const target = targetOf(sent.args);
    if (!target) return;
    const alike = this.#alike.get(target) ?? { count: 0, isCountedInThisTurn: false, first: sent };
    this.#alike.set(target, alike);
    if (alike.isCountedInThisTurn) return;
    alike.count++;
    alike.isCountedInThisTurn = true;
    Promise.resolve().then(() => {
      alike.isCountedInThisTurn = false;
    });
  }
}

/** True for two calls of one method and URL. */
export const haveSameTarget = (one: Arguments, other: Arguments): boolean =>
  targetOf(one) === targetOf(other);

function targetOf([input, init]: Arguments): string {
  const url = urlOf(input);
  if (url === undefined) return ''; // it must not be read
  try {
    return `${methodOf(input, init).toUpperCase()} ${withoutFragment(requestOf(url).url)}`;
  } catch {
    return url;
  }
}
