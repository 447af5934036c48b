// One tile, four maps, in slow motion: the server holds its answers, four maps ask for the tile, the server answers.

import { signal } from '@preact/signals';
import type { Link } from '../shared/link.ts';
import { now, type Who } from './flight.ts';
import type { Requests } from './requests.ts';
import type { Trace } from './trace.ts';

export interface StepState {
  readonly asked: number;
  /** Requests that reached the server. */
  readonly sent: number;
  /** Those who have their answer. */
  readonly answered: number;
  /** Milliseconds from the release until the last of them had the tile. */
  readonly after: number | undefined;
}

const maps: readonly Who[] = [1, 2, 3, 4];

export class Step {
  /** Part of the address, so that each round asks for something new. */
  #round = '';
  /** When the server began to answer. */
  #released = 0;
  readonly #answered = signal(0);
  readonly #after = signal<number | undefined>(undefined);
  readonly #link: Link;
  readonly #trace: Trace;
  readonly #requests: Requests;

  constructor(link: Link, trace: Trace, requests: Requests) {
    this.#link = link;
    this.#trace = trace;
    this.#requests = requests;
  }

  get #url(): string {
    return `${this.#link.url('tiles/light/4/8/5.png')}&step=${this.#round}`;
  }

  /** The counts of this round, all 0 before the first ask. */
  get state(): StepState {
    const { asked, sent } = this.#trace.ledger.sums({ path: this.#link.pathOf(this.#url) ?? '' });
    return { asked, sent, answered: this.#answered.value, after: this.#after.value };
  }

  async take(step: 'ask' | 'release' | 'reset'): Promise<void> {
    if (step === 'ask') await this.#ask();
    else if (step === 'release') this.#released = now();
    else this.reset();
  }

  /** Four ask; resolves when all have read their answers. */
  async #ask(): Promise<void> {
    this.reset();
    this.#released = now();
    const url = this.#url;
    await Promise.allSettled(maps.map((who) => this.#read(who, url)));
    if (url === this.#url) this.#after.value = now() - this.#released;
  }

  reset(): void {
    this.#round = crypto.randomUUID().slice(0, 8);
    this.#answered.value = 0;
    this.#after.value = undefined;
  }

  async #read(who: Who, url: string): Promise<void> {
    const response = await this.#requests.fetchFor(who)(url);
    await response.blob();
    if (url === this.#url) this.#answered.value++;
  }
}
