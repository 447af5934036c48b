// Asks the server for its counts while requests are under way, and finds out whether the server can be reached.

import { signal } from '@preact/signals';
import type { Report } from '../../server/link.ts';
import type { Link } from '../shared/link.ts';
import { now } from './flight.ts';
import type { ServerLog } from './follow.ts';
import type { Trace } from './trace.ts';

/** Milliseconds between two questions; and while the server cannot be reached. */
const pause = 150;
const longPause = 1000;

export class Monitor {
  readonly report = signal<Report | undefined>(undefined);
  /** The server cannot be reached. */
  readonly lost = signal(false);
  /** Tells a server that has come back what it must know. */
  greet: () => Promise<unknown> = async () => {};
  readonly #link: Link;
  readonly #trace: Trace;
  readonly #log: ServerLog;
  /** The first request of the log that may still change. */
  #from = 1;
  #run = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How often the trace has changed. */
  #changes = 0;
  /** How often the trace has forgotten all. */
  #clears = 0;
  /** The number of asks when the report was requested. */
  #seen = Number.NaN;

  constructor(link: Link, trace: Trace, log: ServerLog) {
    this.#log = log;
    this.#link = link;
    this.#trace = trace;
    trace.addEventListener('change', () => {
      this.#changes++;
      this.soon();
    });
    trace.addEventListener('clear', () => this.#clears++);
  }

  /** Resolves when the report is up to date. */
  async look(): Promise<void> {
    const asked = now();
    const clears = this.#clears;
    try {
      const report = await this.#link.report(this.#from);
      if (this.lost.value) await this.greet();
      this.lost.value = false;
      // The requests that this report names belong to what the trace has forgotten meanwhile.
      if (clears !== this.#clears) return await this.look();
      if (report.run === this.#run) return this.#take(report, asked);
      // The counts have started again, perhaps in another tab. So the numbers in the log mean other requests.
      this.#run = report.run;
      this.#from = 1;
      this.#log.restart();
      await this.look();
    } catch {
      this.lost.value = true;
      this.soon();
    }
  }

  #take(report: Report, asked: number): void {
    const open = report.log.find((entry) => !entry.ended);
    this.#from = open?.id ?? (report.log.at(-1)?.id ?? this.#from - 1) + 1;
    this.report.value = report;
    this.#log.take(report);
    this.#trace.ledger.horizon = asked;
    this.#trace.told();
  }

  /** Looks in a moment. */
  soon(): void {
    this.#timer ??= setTimeout(
      async () => {
        const before = this.#changes;
        await this.look();
        this.#timer = undefined;
        // The answer may not show a change that happened while it was on its way.
        if (this.lost.value || this.#changes !== before || this.#underWay()) this.soon();
      },
      this.lost.value ? longPause : pause,
    );
  }

  /** True while a request is open, or an ask since the last report may be on its way. */
  #underWay(): boolean {
    const { ledger } = this.#trace;
    const asked = (['tiles', 'json', 'gallery'] as const).reduce(
      (sum, kind) => sum + ledger.sums({ kind }).asked,
      0,
    );
    const more = asked !== this.#seen;
    this.#seen = asked;
    const report = this.report.value;
    return more || Object.values(report?.sums ?? {}).some(({ open }) => open > 0);
  }
}
