// One panel: four maps and a gallery whose requests travel in one way, and what comes of them.

import { computed, signal } from '@preact/signals';
import type { Mode } from '../../server/site.ts';
import { Link } from '../shared/link.ts';
import { site, wishes } from '../shared/site.ts';
import { type StackName, stackNamed } from '../shared/stacks.ts';
import { viewAt } from '../shared/views.ts';
import { type Figures, rowsOf } from './figures.ts';
import type { Flight } from './flight.ts';
import { ServerLog } from './follow.ts';
import { Gallery } from './gallery/gallery.ts';
import { contextOf, foreign, night } from './maps/context.ts';
import { Maps } from './maps/maps.ts';
import { Monitor } from './monitor.ts';
import { type Requests, requestsOf } from './requests.ts';
import { Trace } from './trace.ts';

export class Panel {
  readonly mode: Mode;
  readonly link: Link;
  readonly trace: Trace;
  readonly requests: Requests;
  readonly gallery: Gallery;
  readonly stack = signal(stackNamed(wishes.get('stack')));
  readonly view = signal(0);
  readonly busy = signal(true);
  readonly hosts: readonly HTMLElement[];
  /** Why there are no maps; empty where there are. */
  readonly failure = signal('');
  /** Milliseconds that the waterfall spans at least. */
  readonly span = signal(0);
  /** Counts the changes of the trace, at most twenty a second. */
  readonly #version = signal(0);
  readonly raceTime = signal<number | undefined>(undefined);
  readonly #viewTime = signal<number | undefined>(undefined);
  readonly monitor: Monitor;
  #maps: Maps | undefined;
  /** What was begun last: what was begun before says nothing any more. */
  #turn = 0;

  constructor(mode: Mode) {
    this.mode = mode;
    this.link = new Link(mode);
    this.trace = new Trace(mode, this.link);
    this.requests = requestsOf(mode, this.trace);
    this.monitor = new Monitor(this.link, this.trace, new ServerLog(this.trace, mode, this.link));
    const urlOf = (path: string) => this.link.url(path);
    const busy = this.requests.shared;
    this.gallery = new Gallery(site.gallery, { mode, trace: this.trace, busy }, urlOf);
    this.hosts = Array.from({ length: 4 }, () => document.createElement('div'));
    this.trace.addEventListener('change', () => this.#refresh());
    night.addEventListener('change', () => this.again());
  }

  /** A copy, newer whenever something has happened. */
  readonly flights = computed<readonly Flight[]>(() => {
    this.#version.value;
    return [...this.trace.flights];
  });

  readonly figures = computed<Figures>(() => {
    this.#version.value;
    return {
      rows: rowsOf(this.trace, this.monitor.report.value, foreign ? this.mode : undefined),
      view: this.#viewTime.value,
      shown: this.gallery.shown.value?.after,
      race: this.raceTime.value,
      busy: this.busy.value,
      span: this.trace.span,
    };
  });

  /** Shows the maps of a library afresh, counting from zero. */
  async start(stack: StackName = this.stack.value.name): Promise<void> {
    await this.reset();
    this.stack.value = stackNamed(stack);
    await this.again();
  }

  /** Everything from nothing: counts, pictures, times. */
  async reset(): Promise<void> {
    this.#turn++;
    this.#maps?.remove();
    this.#maps = undefined;
    this.gallery.restart();
    this.#viewTime.value = undefined;
    this.raceTime.value = undefined;
    await this.link.reset();
    this.trace.clear();
    await this.monitor.look();
  }

  /** Asks for everything in view, whether it is there or not. */
  again(): Promise<void> {
    return this.#timed(async () => {
      this.#maps?.remove();
      this.#maps = undefined;
      await this.#mount(this.#turn);
    });
  }

  async #mount(turn: number): Promise<void> {
    const { name, title } = this.stack.value;
    for (const host of this.hosts) {
      host.replaceChildren();
      host.className = '';
    }
    this.failure.value = '';
    try {
      const maps = await Maps.mount(name, this.hosts, contextOf(this), (path) => this.link.url(path));
      if (turn === this.#turn) this.#maps = maps;
      else maps.remove();
    } catch (error) {
      // Without WebGL, say.
      this.failure.value = `${title} cannot be shown in this browser. ${error}`;
    }
  }

  /** Goes to a view; resolves when it is drawn. */
  go(view: number): Promise<void> {
    this.view.value = view;
    return this.#timed(async () => this.#maps?.show(viewAt(view)));
  }

  async #timed(work: () => Promise<void>): Promise<void> {
    const turn = ++this.#turn;
    const begun = performance.now();
    this.busy.value = true;
    await work();
    await this.#maps?.settled();
    if (turn !== this.#turn) return;
    this.#viewTime.value = performance.now() - begun;
    await this.monitor.look();
    if (turn !== this.#turn) return;
    this.trace.sweep();
    this.busy.value = false;
  }

  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By a timer: a panel that is out of sight gets no frames, and still has to tell its front. */
  #refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#version.value++;
    }, 50);
  }
}
