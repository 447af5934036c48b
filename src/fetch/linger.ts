// Whole answers that callers can still join for a while.

import type { Work } from '../core/flight.ts';
import type { Flights } from '../core/flights.ts';
import { mayLinger } from './answer.ts';
import type { LaunchRecord } from './log.ts';
import { later } from './timers.ts';

/** Bytes that all lingering answers together may take. */
const budget = 16 * 2 ** 20;
/** What an answer takes beside its body, in bytes: its headers and objects. So small answers are bounded, too. */
const overhead = 16 * 2 ** 10;

/** An answer that may linger: the work of a flight. */
export interface Whole<Self> extends Work<Self> {
  readonly record: Pick<LaunchRecord, 'key' | 'bytes' | 'request'>;
  lateAt: number;
  end(outcome: 'done'): void;
}

export class Linger<Answer extends Whole<Answer>> {
  readonly #flights: Flights<string, Answer, Answer>;
  readonly #milliseconds: number;
  /** The lingering answers with their timers, the oldest first. */
  readonly #kept = new Map<Answer, ReturnType<typeof setTimeout>>();
  #bytes = 0;

  constructor(flights: Flights<string, Answer, Answer>, milliseconds = 0) {
    this.#flights = flights;
    this.#milliseconds = milliseconds;
  }

  /** Keeps a whole answer joinable for a while. Returns false when nothing may linger, or the answer is too large. */
  keep(answer: Answer, response: Response): boolean {
    if (!this.#milliseconds || weightOf(answer) > budget) return false;
    if (!mayLinger(answer.record.request, response)) return false;
    // Keeps the flight when its last caller leaves. No test runs the launch: that flight is joinable, so it is joined.
    this.#flights.join(answer.record.key, () => answer);
    answer.lateAt = Date.now() + this.#milliseconds;
    this.#kept.set(
      answer,
      later(() => this.drop(answer), this.#milliseconds),
    );
    this.#bytes += weightOf(answer);
    for (const oldest of this.#kept.keys()) if (this.#bytes > budget) this.drop(oldest);
    return true;
  }

  /** Drops an answer. */
  drop(answer: Answer): void {
    const timer = this.#kept.get(answer);
    if (!timer) return;
    this.#kept.delete(answer);
    this.#bytes -= weightOf(answer);
    clearTimeout(timer);
    answer.end('done');
  }
}

const weightOf = ({ record }: Pick<Whole<unknown>, 'record'>): number => record.bytes + overhead;
