// One panel: four maps and a gallery that all send their requests in one way, and the figures of these requests.

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Mode } from '../../server/site.ts';
import { Link } from '../shared/link.ts';
import { site } from '../shared/site.ts';
import { type StackName, stackNamed } from '../shared/stacks.ts';
import { Atlas } from './atlas.ts';
import { type Figures, rowsOf } from './figures.ts';
import type { Flight } from './flight.ts';
import { ServerLog } from './follow.ts';
import { Gallery } from './gallery/gallery.ts';
import type { Snapshot } from './ledger.ts';
import { Monitor } from './monitor.ts';
import { Race } from './race.ts';
import { type Requests, requestsOf } from './requests.ts';
import { Step } from './step.ts';
import { Trace } from './trace.ts';
import { foreign, Trouble } from './trouble.ts';

export class Panel {
  readonly mode: Mode;
  readonly link: Link;
  readonly trace: Trace;
  readonly requests: Requests;
  readonly atlas: Atlas;
  readonly gallery: Gallery;
  readonly step: Step;
  readonly race: Race = new Race(this);
  readonly monitor: Monitor;
  readonly trouble: Trouble = new Trouble();
  /** Milliseconds that the waterfall spans at least. */
  readonly span: Signal<number> = signal(0);
  /** What other tabs on this link have asked for. */
  readonly others: Signal<readonly Snapshot[]> = signal([]);
  /** Counts the changes of the trace, at most twenty a second. */
  readonly #version = signal(0);

  constructor(mode: Mode) {
    this.mode = mode;
    const link = new Link(mode);
    const trace = new Trace(mode, link);
    const requests = requestsOf(mode, trace, this.trouble);
    [this.link, this.trace, this.requests] = [link, trace, requests];
    this.monitor = new Monitor(link, trace, new ServerLog(trace, mode, link));
    this.step = new Step(link, trace, requests);
    this.atlas = new Atlas({ link, trace, requests, trouble: this.trouble }, this.monitor);
    this.gallery = new Gallery(site.gallery, { mode, trace, busy: requests.shared, link });
    link.gone = () => this.monitor.soon();
    for (const type of ['change', 'told']) trace.addEventListener(type, () => this.#refresh());
  }

  /** A copy, newer whenever something has happened. */
  readonly flights: ReadonlySignal<readonly Flight[]> = computed(() => {
    this.#version.value;
    return [...this.trace.flights];
  });

  readonly figures: ReadonlySignal<Figures> = computed(() => {
    this.#version.value;
    const known = { report: this.monitor.report.value, others: this.others.value };
    return {
      rows: rowsOf(this.trace, { ...known, foreign: foreign ? this.mode : undefined }),
      view: this.trouble.any.value ? undefined : this.atlas.time.value,
      shown: this.gallery.shown.value?.after,
      maps: this.race.time.value,
      stage: this.race.stage.value,
      step: this.step.state,
      busy: this.atlas.busy.value,
      lost: this.monitor.lost.value,
      trouble: this.trouble.reason.value,
      span: this.trace.span,
    };
  });

  /** Shows the maps of a library afresh, counting from zero, or in the run that another tab has begun. */
  async start(stack: StackName = this.atlas.stack.value.name, run?: string): Promise<void> {
    await this.reset(run);
    this.race.stage.value = { name: 'rest' };
    this.atlas.stack.value = stackNamed(stack);
    await this.atlas.again();
  }

  /** Sets counts, pictures and times back to nothing. */
  async reset(run?: string): Promise<void> {
    this.atlas.clear();
    this.gallery.restart();
    this.step.reset();
    this.race.time.value = undefined;
    this.link.run = run ?? (await this.link.reset()).run;
    this.trouble.clear();
    this.others.value = [];
    this.trace.clear();
    await this.monitor.look();
  }

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Uses a timer: a panel that is out of sight gets no frames, but must still report to its front. */
  #refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#version.value++;
    }, 50);
  }
}
