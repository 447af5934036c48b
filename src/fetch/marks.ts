// Marks that identify a call when it comes back. Wrappers pass calls on in several ways, and each way keeps some mark.

import { withoutFragment } from '../http/url.ts';
import { bare } from '../response/incoming.ts';
import { urlOf } from './asked.ts';
import { isRequest } from './brand.ts';
import { Repeats } from './repeats.ts';
import { type Arguments, type SentCall, targetOf } from './sent-call.ts';

/**
 * How likely a call is to come back. `none`: the function has answered without calling back. `faint`: a function was
 * chosen, and nothing is on top of the wrapped fetch. `slight`: the call may come back through another wrapped fetch.
 * `strong`: a wrapper is on top.
 */
export type Suspicion = 'none' | 'faint' | 'slight' | 'strong';

export class Marks {
  /** Survives `{ ...init }`, also when the wrapper replaces the signal. */
  readonly #symbol = Symbol('coflight');
  /** Signals of flights. They survive `{ ...init }` and an init that is passed on. */
  readonly #bySignal = new WeakMap<object, SentCall>();
  /** Survives `new Request(request, init)`, and a URL that is passed on alone. A fragment is never sent. */
  readonly #byFragment = new Map<string, SentCall>();
  /** Requests of flights that wait for their headers. `new Request(url, init)` would remove their marks. */
  readonly #unmarked = new Map<string, SentCall>();
  readonly #repeats = new Repeats();
  /** The call that is being made at this moment. */
  #current: SentCall | undefined;
  #count = 0;

  /** Marks a call. It sets marks that a mock could see only when the call may come back. */
  add(sent: SentCall, suspicion: Suspicion): Arguments {
    const args = sent.isShared ? this.#markShared(sent, suspicion) : this.#markRepeated(sent, suspicion);
    const [input, init] = args;
    const takesMember = args.length > 0 && (init == null || Object(init) === init);
    return takesMember && /slight|strong/.test(suspicion) ? [input, this.#markInit(sent, init)] : args;
  }

  /** Forgets a call that was answered. */
  remove(sent: SentCall): void {
    const { fragment, target } = sent;
    if (fragment) this.#byFragment.delete(fragment);
    this.#repeats.remove(sent);
    if (target && this.#unmarked.get(target) === sent) this.#unmarked.delete(target);
    // These closures hold the response, which must not be kept alive.
    sent.settle = sent.send = sent.below = undefined;
  }

  /** Makes a call that throws nothing. Until it returns, the same call is recognised without a mark. */
  during<Result>(sent: SentCall, call: () => Result): Result {
    const outer = this.#current;
    this.#current = sent;
    const result = call();
    this.#current = outer;
    return result;
  }

  /** Returns the call that has come back with these arguments; undefined for a new call. */
  find(args: Arguments): SentCall | undefined {
    const [input, init] = args;
    const request = isRequest(input) ? input : undefined;
    const signal = init?.signal ?? request?.signal;
    const marked: SentCall | undefined =
      (Object(init) as Record<symbol, SentCall | undefined>)[this.#symbol] ??
      (signal && this.#bySignal.get(signal)) ??
      (this.#byFragment.size ? this.#byFragment.get(/#.*/.exec(urlOf(input) ?? '')?.[0] ?? '') : undefined);
    if (marked || !(this.#current || this.#unmarked.size || this.#repeats.size)) return marked;
    const target = targetOf(args);
    if (!target) return;
    if (this.#current && targetOf(this.#current.args) === target) return this.#current;
    return (
      (request && signal === request.signal && this.#findByProbe(target, signal)) || this.#repeats.find(args)
    );
  }

  /** Returns the arguments of a call that has come back, without its marks. */
  without(sent: SentCall, [input, init]: Arguments): Arguments {
    if (!sent.isShared) return [input, init];
    const request = isRequest(input) ? input : undefined;
    const signal = init?.signal ?? request?.signal;
    // The signal may have been aborted only as a probe.
    const living = signal?.aborted ? sent.args[1]?.signal : signal;
    const own = living ? bare({ ...init, signal: living }) : init;
    if (!request) return [withoutFragment(`${input}`), own];
    // Any init makes a Request forget its referrer.
    const { referrer, referrerPolicy } = request;
    return [new Request(withoutFragment(request.url), request), bare({ referrer, referrerPolicy, ...own })];
  }

  /** Returns the arguments of a flight with a signal that serves as a mark. */
  #markShared(sent: SentCall, suspicion: Suspicion): Arguments {
    const { args, isAgain } = sent;
    const [input, init] = args;
    const isStrong = suspicion === 'strong';
    const isMarked = isAgain || (isStrong && isRequest(input));
    const marked = isMarked ? this.#markInput(sent, input as string | Request) : input;
    if (isStrong && !isMarked) this.#unmarked.set((sent.target = targetOf(args)), sent);
    if (isStrong) return [marked, { ...init, signal: this.#probe(sent) }];
    this.#bySignal.set(signalOf(sent), sent);
    return [marked, init];
  }

  /** Returns the arguments of a call past all flights. A copy of a `Request` with a body would use the body. */
  #markRepeated(sent: SentCall, suspicion: Suspicion): Arguments {
    const [input, init] = sent.args;
    const how = { canBeMarked: !isRequest(input), suspicious: suspicion !== 'none' };
    return this.#repeats.add(sent, how) ? [this.#markInput(sent, `${input}`), init] : sent.args;
  }

  /** Makes the wrapper's signal follow the flight's. */
  #probe(sent: SentCall): AbortSignal {
    const probe = new AbortController();
    const own = signalOf(sent);
    own.addEventListener('abort', () => probe.abort(own.reason));
    sent.probe = probe;
    this.#bySignal.set(probe.signal, sent);
    return probe.signal;
  }

  #markInput(sent: SentCall, input: string | Request): string | Request {
    sent.fragment = `#coflight-${++this.#count}`;
    this.#byFragment.set(sent.fragment, sent);
    const url = withoutFragment(isRequest(input) ? input.url : input) + sent.fragment;
    return isRequest(input) ? new Request(url, input) : url;
  }

  #markInit(sent: SentCall, init: RequestInit | null | undefined): RequestInit {
    return Object.setPrototypeOf({ ...init, [this.#symbol]: sent }, Object.getPrototypeOf(init ?? {}));
  }

  /**
   * Recognises a call by a probe. A wrapper that makes a `Request` of a URL keeps no mark, but the signal of that
   * request follows ours. So ours is aborted once. If that aborts the request, the call is ours; if not, it is sent
   * again.
   */
  #findByProbe(target: string, signal: AbortSignal): SentCall | undefined {
    const sent = this.#unmarked.get(target);
    if (!sent || signal.aborted) return;
    this.#unmarked.delete(target);
    sent.probe?.abort();
    if (signal.aborted) return sent;
    sent.send?.();
    return;
  }
}

/** A flight's own signal. */
const signalOf = ({ args }: SentCall): AbortSignal => args[1]?.signal as AbortSignal;
