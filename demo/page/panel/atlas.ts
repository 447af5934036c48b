// The four maps of a panel: which library draws them, where they are, and how long they took.

import { type Signal, signal } from '@preact/signals';
import { viewAt } from '../../server/views.ts';
import { wishes } from '../shared/site.ts';
import { type StackInfo, stackNamed } from '../shared/stacks.ts';
import { contextOf, night, type Source } from './maps/context.ts';
import { Maps, mounts } from './maps/maps.ts';
import type { Monitor } from './monitor.ts';

export class Atlas {
  readonly hosts: readonly HTMLElement[] = Array.from({ length: 4 }, () => document.createElement('div'));
  readonly stack: Signal<StackInfo> = signal(stackNamed(wishes.get('stack')));
  readonly view: Signal<number> = signal(0);
  /** True until everything in the last view has loaded. */
  readonly busy: Signal<boolean> = signal(true);
  /** Milliseconds from the last change of view until everything was there; undefined while it is not. */
  readonly time: Signal<number | undefined> = signal(undefined);
  readonly #source: Omit<Source, 'view'>;
  readonly #monitor: Monitor;
  #maps: Maps | undefined;
  /** The number of the last change. The results of earlier ones are ignored. */
  #turn = 0;

  constructor(source: Omit<Source, 'view'>, monitor: Monitor) {
    this.#source = source;
    this.#monitor = monitor;
    night.addEventListener('change', () => this.again());
  }

  /** Takes the maps away. */
  clear(): void {
    this.#turn++;
    this.#maps?.remove();
    this.#maps = undefined;
    this.time.value = undefined;
  }

  /** Asks for everything in view, whether it is there or not; resolves when it is drawn. */
  again(): Promise<void> {
    return this.#timed(async () => {
      this.#maps?.remove();
      this.#maps = undefined;
      await this.#mount(this.#turn);
    });
  }

  /** Goes to a view; resolves when it is drawn. */
  go(view: number): Promise<void> {
    this.view.value = view;
    return this.#timed(async () => this.#maps?.show(viewAt(view)));
  }

  async #mount(turn: number): Promise<void> {
    const { name, title } = this.stack.value;
    const { link, trouble } = this.#source;
    if (trouble.reason.value) return;
    try {
      const mount = await mounts[name]();
      // The maps of an earlier change would still ask for their tiles.
      if (turn !== this.#turn) return;
      for (const host of this.hosts) {
        host.replaceChildren();
        host.className = '';
      }
      const context = contextOf({ ...this.#source, view: this.view });
      const maps = await Maps.mount(mount, this.hosts, context, (path) => link.url(path));
      if (turn === this.#turn) this.#maps = maps;
      else maps.remove();
    } catch (error) {
      // For example without WebGL.
      trouble.tell(`${title} cannot be shown in this browser. ${error}`);
    }
  }

  async #timed(work: () => Promise<void>): Promise<void> {
    const turn = ++this.#turn;
    const begun = performance.now();
    this.busy.value = true;
    this.time.value = undefined;
    await work();
    await this.#maps?.settled();
    if (turn !== this.#turn) return;
    const time = performance.now() - begun;
    // Asks that have not ended by now have no event for their end.
    this.#source.trace.settleAll('done', ({ kind }) => kind !== 'gallery');
    await this.#monitor.look();
    if (turn !== this.#turn) return;
    this.time.value = time;
    this.busy.value = false;
  }
}
