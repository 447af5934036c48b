// Asks the server what it has counted, as long as anything is under way.

import { signal } from '@preact/signals';
import type { Report } from '../../server/link.ts';
import type { Link } from '../shared/link.ts';
import type { ServerLog } from './follow.ts';
import type { Trace } from './trace.ts';

const pause = 150;

export class Monitor {
  readonly report = signal<Report | undefined>(undefined);
  /** The server cannot be reached. */
  readonly lost = signal(false);
  readonly #link: Link;
  readonly #trace: Trace;
  readonly #log: ServerLog;
  /** The first request of the log that may still change. */
  #from = 1;
  #run = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was asked until then is in the report. */
  #seen = Number.NaN;

  constructor(link: Link, trace: Trace, log: ServerLog) {
    this.#log = log;
    this.#link = link;
    this.#trace = trace;
    trace.addEventListener('change', () => this.#soon());
  }

  /** Resolves when the report is of now. */
  async look(): Promise<void> {
    try {
      const report = await this.#link.report(this.#from);
      this.lost.value = false;
      if (report.run === this.#run) return this.#take(report);
      // The counts have begun anew, in another tab perhaps: the numbers of the log are others.
      this.#run = report.run;
      this.#from = 1;
      this.#log.restart();
      await this.look();
    } catch {
      this.lost.value = true;
    }
  }

  #take(report: Report): void {
    const open = report.log.find((entry) => !entry.ended);
    this.#from = open?.id ?? (report.log.at(-1)?.id ?? this.#from - 1) + 1;
    this.report.value = report;
    this.#log.take(report);
  }

  #soon(): void {
    this.#timer ??= setTimeout(async () => {
      await this.look();
      this.#timer = undefined;
      if (this.#underWay()) this.#soon();
    }, pause);
  }

  /** Something is open, or was asked since the last look and may be on its way. */
  #underWay(): boolean {
    const { sums } = this.#trace;
    const asked = sums.tiles.asked + sums.json.asked + sums.gallery.asked;
    const more = asked !== this.#seen;
    this.#seen = asked;
    const report = this.report.value;
    return more || Object.values(report?.sums ?? {}).some(({ open }) => open > 0);
  }
}
