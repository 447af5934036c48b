// Detects the loop of a wrapper that passes no mark on: it makes one more equal call in each turn.

import { type SentCall, targetOf } from './sent-call.ts';

/** The most equal calls past all flights that wait at one time, each begun in another turn. More are a loop. */
const mostAlike = 8;

interface Repeat {
  count: number;
  isCountedInThisTurn: boolean;
  readonly first: SentCall;
}

/** Calls past all flights that wait for their answers, by method and URL. */
export class Repeats {
  readonly #byTarget = new Map<string, Repeat>();

  get size(): number {
    return this.#byTarget.size;
  }

  /** Returns the first of so many calls that they are a loop. */
  find(target: string): SentCall | undefined {
    const repeat = this.#byTarget.get(target);
    return repeat && repeat.count >= mostAlike ? repeat.first : undefined;
  }

  /** Counts a call. Calls of one turn count once. */
  add(sent: SentCall): void {
    const target = targetOf(sent.args);
    if (!target) return;
    sent.target = target;
    const repeat = this.#byTarget.get(target) ?? { count: 0, isCountedInThisTurn: false, first: sent };
    this.#byTarget.set(target, repeat);
    if (repeat.isCountedInThisTurn) return;
    repeat.count++;
    repeat.isCountedInThisTurn = true;
    Promise.resolve().then(() => {
      repeat.isCountedInThisTurn = false;
    });
  }

  /** Called when one of these calls was answered: they are no loop. */
  remove(target: string): void {
    this.#byTarget.delete(target);
  }
}
