import { isPromise } from '../core/is-promise.ts';
import { misuse } from '../options/check.ts';
import type { BypassReason } from './bypass-reason.ts';
import { type Call, readCall } from './call.ts';
import type { CoalescingInit } from './init.ts';
import { keyOf } from './key.ts';
import type { FetchOptions } from './options.ts';

/** Reads calls with the options that decide which of them may be shared, and which are the same. */
export class Calls {
  /** Names in lower case. */
  readonly ignoreHeaders: ReadonlySet<string>;
  /** True when calls with equal keys have equal headers: no option makes the key. */
  readonly areAlike: boolean;
  readonly #ignoreInit: ReadonlySet<string>;
  readonly #options: FetchOptions;

  constructor(options: FetchOptions) {
    this.#options = options;
    this.ignoreHeaders = new Set(options.ignoreHeaders?.map((name) => name.toLowerCase()));
    this.areAlike = !options.key && !options.ignoreHeaders;
    this.#ignoreInit = new Set(options.ignoreInit);
  }

  /** Returns what a call asks for, or why it must not be shared. */
  read(input: unknown, copy: CoalescingInit | undefined): Call | BypassReason {
    return copy ? readCall(input, copy, this.#ignoreInit) : 'invalid';
  }

  /** Asks the option `eligible`. */
  ifEligible(call: Call | BypassReason): Call | BypassReason {
    if (typeof call === 'string') return call;
    const { eligible } = this.#options;
    const mayShare: unknown = !eligible || eligible(call.request());
    if (isPromise(mayShare)) throw misuse('`eligible` to return true or false', mayShare);
    return mayShare ? call : 'ineligible';
  }

  /** Returns the key, or what the option `key` makes of it. GET and HEAD stay apart. */
  keyOf(call: Call): string {
    const key = keyOf(call, this.ignoreHeaders);
    const choose = this.#options.key;
    if (!choose) return key;
    const request = call.request();
    const chosen: unknown = choose(request, key);
    if (typeof chosen !== 'string') throw misuse('`key` to return a string', chosen);
    return `${request.method} ${chosen}`;
  }
}
