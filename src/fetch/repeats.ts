// Detects the loop of a wrapper that passes no mark on: it makes one more equal call in each turn.

import { type Arguments, type SentCall, targetOf } from './sent-call.ts';

/** The equal calls past all flights that may wait at one time, each begun in another turn. More may be a loop. */
const mostUnsuspected = 8;
/** More are a loop. */
const mostAlike = 256;
/** The characters of a body that are compared. */
const compared = 1000;

interface Repeat {
  count: number;
  isCountedInThisTurn: boolean;
  /** As many are a loop. */
  most: number;
  readonly first: SentCall;
}

/** Calls past all flights that wait for their answers, by method, URL and the text of their bodies. */
export class Repeats {
  readonly #alike = new Map<string, Repeat>();

  get size(): number {
    return this.#alike.size;
  }

  /** Returns the first of so many calls that they are a loop. */
  find(args: Arguments): SentCall | undefined {
    const repeat = this.#alike.get(nameOf(args));
    return repeat && repeat.count >= repeat.most ? repeat.first : undefined;
  }

  /**
   * Counts a call. Calls of one turn count once. Returns whether there are so many that it needs a mark. Where it
   * cannot have one and is `suspicious`, fewer calls are a loop.
   */
  add(sent: SentCall, { canBeMarked, suspicious }: { canBeMarked: boolean; suspicious: boolean }): boolean {
    const name = nameOf(sent.args);
    if (!name) return false;
    sent.alike = name;
    const most = canBeMarked || !suspicious ? mostAlike : mostUnsuspected;
    const repeat = this.#alike.get(name) ?? { count: 0, isCountedInThisTurn: false, most, first: sent };
    repeat.most = most;
    this.#alike.set(name, repeat);
    if (!repeat.isCountedInThisTurn) {
      repeat.count++;
      repeat.isCountedInThisTurn = true;
      Promise.resolve().then(() => {
        repeat.isCountedInThisTurn = false;
      });
    }
    return canBeMarked && repeat.count > mostUnsuspected;
  }

  /** Called when one of these calls was answered: they are no loop. */
  remove({ alike }: SentCall): void {
    if (alike) this.#alike.delete(alike);
  }
}

/** Names what calls have in common; nothing when that cannot be read. */
function nameOf(args: Arguments): string {
  const target = targetOf(args);
  const body = args[1]?.body;
  return target && `${target} ${typeof body === 'string' ? body.slice(0, compared) : ''}`;
}
