// Detects the loop of a wrapper that passes no mark on: it makes one more equal call in each turn.
//
// Many calls of a program look the same. So a call that may be one more round is held. When one of the others is
// answered, they are no loop. A loop answers none.

import { reasonOf } from '../core/signals.ts';
import { isRequest } from './brand.ts';
import {
  type Arguments,
  identityOf,
  type SentCall,
  type Suspicion,
  signalOf,
  targetOf,
} from './sent-call.ts';

/**
 * Up to this many equal calls wait without a mark. The next one gets a mark, or is held where it cannot have one. A function
 * that has answered gets more.
 */
const mostUnmarked = 8;
/** Up to this many equal calls wait when they can have a mark, or when the function is not likely to call back. */
const mostWaiting = 256;
/** Milliseconds for which a call is held. Then it is part of a loop. */
const heldTimeout = 5000;
/** The characters at each end of a body that are compared. */
const compared = 1000;

interface Repeat {
  count: number;
  /** How often calls were held in vain. */
  loops: number;
  isCountedInThisTurn: boolean;
  /** One function for each call that is held. It ends the wait, and gets how often calls were held in vain. */
  readonly held: ((loops: number) => void)[];
}

/** Calls past all flights that wait for their answers, by method, URL and body. */
export class Repeats {
  readonly #alike = new Map<string, Repeat>();

  /**
   * Returns undefined for a call that may be sent, or a promise: 0 when it is no loop, or how often calls that look alike
   * were held in vain.
   */
  hold(args: Arguments, suspicion: Suspicion): Promise<number> | undefined {
    const isLikely = !/none|mild/.test(suspicion) && isRequest(args[0]);
    const repeat = this.#alike.get(nameOf(args));
    const signal = signalOf(args);
    if (!repeat || repeat.count < (isLikely ? mostUnmarked : mostWaiting)) return;
    // Sent on, an aborted call could go round for ever, and no timer would run.
    if (signal?.aborted) return Promise.reject(reasonOf(signal));
    const delay = isLikely && suspicion === 'strong' ? 0 : heldTimeout;
    return new Promise((resolve) => {
      const end = (loops: number) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        resolve(loops);
      };
      const leave = () => end(0);
      const timer = setTimeout(() => {
        repeat.count = 0;
        release(repeat, delay ? ++repeat.loops : 1);
      }, delay);
      signal?.addEventListener('abort', leave);
      repeat.held.push(end);
    });
  }

  /** Counts a call. Calls of one turn count once. Returns true when the call needs a mark. */
  add(sent: SentCall): boolean {
    const name = nameOf(sent.args);
    sent.alike = name;
    const repeat = this.#alike.get(name) ?? { count: 0, loops: 0, isCountedInThisTurn: false, held: [] };
    this.#alike.set(name, repeat);
    if (!repeat.isCountedInThisTurn) {
      repeat.count++;
      repeat.isCountedInThisTurn = true;
      Promise.resolve().then(() => {
        repeat.isCountedInThisTurn = false;
      });
    }
    return repeat.count > (sent.suspicion === 'mild' ? mostWaiting / 2 : mostUnmarked);
  }

  /** Called when one of these calls was answered: they are no loop. */
  remove({ alike = '' }: SentCall): void {
    const repeat = this.#alike.get(alike);
    this.#alike.delete(alike);
    if (repeat) release(repeat, 0);
  }
}

function release(repeat: Repeat, loops: number): void {
  for (const end of repeat.held.splice(0)) end(loops);
}

/** Names what calls have in common. */
function nameOf(args: Arguments): string {
  const body = identityOf(args[1]?.body);
  return `${targetOf(args)} ${body.length} ${body.slice(0, compared)}${body.slice(-compared)}`;
}
