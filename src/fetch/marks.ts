// Marks that identify a call when it comes back. Wrappers pass calls on in several ways, and each way keeps some mark.

import { bare } from '../http/bare.ts';
import { isSafe } from '../http/methods.ts';
import { isRequest } from './brand.ts';
import { methodOf, urlOf } from './input.ts';
import { Probes } from './probes.ts';
import { Repeats } from './repeats.ts';
import { type Arguments, type SentCall, signalOf, targetOf } from './sent-call.ts';

/** Each name begins with it. Hardly any fragment of a page does. */
const prefix = 'coflight-call-';
let named = 0;

export class Marks {
  /** Signals of flights. They survive `{ ...init }` and an init that is passed on. */
  readonly #bySignal = new WeakMap<object, SentCall>();
  /**
   * Names of marks. As a member of the init, a name survives `{ ...init }` with another signal. As a fragment of the URL,
   * it survives `new Request(request, init)`, and a URL that is passed on alone. A fragment is never sent. It may hold
   * names of several wrapped fetches, one after the other: each of these finds its own.
   */
  readonly #byName = new Map<string, SentCall>();
  readonly #probes = new Probes();
  /** Finds loops of calls past all flights that have no mark. */
  readonly repeats: Repeats = new Repeats();
  /** The call that is being made at this moment. */
  #current: SentCall | undefined;

  /** Forgets a call that was answered. */
  remove(sent: SentCall): void {
    if (sent.name) this.#byName.delete(sent.name);
    this.repeats.remove(sent);
    this.#probes.remove(sent);
    // These closures hold the response, which must not be kept alive.
    sent.settle = sent.send = sent.below = undefined;
  }

  /** Sends a call with marks. `send` throws nothing. Until it returns, the same call is recognised without a mark. */
  send<Result>(sent: SentCall, send: (marked: Arguments) => Result): Result {
    const marked = this.#mark(sent);
    const outer = this.#current;
    this.#current = sent;
    const result = send(marked);
    this.#current = outer;
    return result;
  }

  /** Returns the call that has come back with these arguments; undefined for a new call. */
  find(args: Arguments): SentCall | undefined {
    const [input, init] = args;
    const signal = signalOf(args);
    const marked = (signal && this.#bySignal.get(signal)) ?? this.#findByName(input, init);
    if (marked || !(this.#current || this.#probes.size)) return marked;
    const target = targetOf(args);
    if (this.#current && targetOf(this.#current.args) === target) return this.#current;
    return isRequest(input) && signal === input.signal ? this.#probes.find(target, signal) : undefined;
  }

  /** Returns the arguments of a call that has come back, without its marks. */
  without(sent: SentCall, args: Arguments): Arguments {
    if (!sent.isShared) return args;
    const [input, init] = args;
    const signal = signalOf(args);
    // The signal may have been aborted only as a probe.
    const living = signal?.aborted ? signalOf(sent.args) : signal;
    const own = bare({ ...init, signal: living ?? null });
    const url = `${urlOf(input) ?? input}`.replace(`#${sent.name}`, '');
    if (!isRequest(input)) return [url, own];
    // Any init makes a Request forget its referrer.
    const { referrer, referrerPolicy } = input;
    return [new Request(url, input), bare({ referrer, referrerPolicy, ...own })];
  }

  /** Returns the marked arguments of a call. Marks that a mock could see are set only when the call may come back. */
  #mark(sent: SentCall): Arguments {
    const args = sent.isShared ? this.#markShared(sent) : this.#markRepeated(sent);
    const [input, init] = args;
    if (Object(init) !== init || !/slight|mild|strong/.test(sent.suspicion)) return args;
    // A member without a value: a test that compares the calls of a mock does not see it.
    return [input, { ...init, [this.#nameOf(sent)]: undefined }];
  }

  /** Returns the arguments of a flight with a signal that serves as a mark. */
  #markShared(sent: SentCall): Arguments {
    const { args, isAgain, suspicion } = sent;
    const [input, init] = args;
    const isStrong = suspicion === 'strong';
    const isNamed = isAgain || (isStrong && isRequest(input));
    const isProbed = isStrong && !isNamed;
    const signal = isProbed ? this.#probes.add(sent) : signalOf(args);
    if (signal) this.#bySignal.set(signal, sent);
    const marked = isNamed ? this.#markInput(sent, input as string | Request) : input;
    return [marked, isProbed ? { ...init, signal: signal as AbortSignal } : init];
  }

  /** Returns the arguments of a call past all flights. A copy of a `Request` with a body would use the body. */
  #markRepeated(sent: SentCall): Arguments {
    const [input, init] = sent.args;
    const isNamed = this.repeats.add(sent) && sent.suspicion !== 'none' && !isRequest(input);
    return isNamed ? [this.#markInput(sent, `${input}`), init] : sent.args;
  }

  #markInput(sent: SentCall, input: string | Request): string | Request {
    const url = `${urlOf(input)}#${this.#nameOf(sent)}`;
    return isRequest(input) ? new Request(url, input) : url;
  }

  /** Returns the name of a call, the same one each time. Two copies of this library on one page count on their own. */
  #nameOf(sent: SentCall): string {
    sent.name ??= `${prefix}${++named}-${Math.random()}`;
    this.#byName.set(sent.name, sent);
    return sent.name;
  }

  #findByName(input: unknown, init: RequestInit | null | undefined): SentCall | undefined {
    if (!this.#byName.size) return;
    const names = [...Object.keys(Object(init)), ...`${urlOf(input)}`.split('#')];
    return this.#byName.get(names.find((name) => this.#byName.has(name)) as string);
  }
}

/** True for a read whose URL a wrapped fetch has marked. */
export const isMarked = ([input, init]: Arguments): boolean =>
  `${urlOf(input)}`.includes(`#${prefix}`) && isSafe(methodOf(input, init));
