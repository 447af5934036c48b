// The panels inside the front: frames of other origins. The front sends them commands, and they report their figures.

import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Mode } from '../../server/site.ts';
import type { Figures } from '../panel/figures.ts';
import { Link } from './link.ts';
import type { Command, News } from './messages.ts';
import { savesMore } from './saving.ts';
import { linkId, origins, wishes } from './site.ts';

/** Milliseconds between two questions to a server that cannot be reached. */
const pause = 1000;

/** One panel, as its front sees it. */
export class FramedPanel {
  readonly mode: Mode;
  readonly link: Link;
  readonly src: string;
  readonly figures: Signal<Figures | undefined> = signal(undefined);
  readonly ready: Signal<boolean> = signal(false);
  /** True while the whole panel is out of view. */
  readonly unseen: Signal<boolean> = signal(false);
  frame: HTMLIFrameElement | null = null;
  #raced = () => {};

  constructor(mode: Mode, query: Readonly<Record<string, string>> = {}) {
    this.mode = mode;
    this.link = new Link(mode);
    // The panel asks again and again until the server is back.
    this.link.gone = () => this.tell({ type: 'look' });
    const address = new URL(`${origins[mode]}/`);
    for (const [name, value] of wishes) address.searchParams.set(name, value);
    for (const [name, value] of Object.entries({ ...query, link: linkId }))
      address.searchParams.set(name, value);
    this.src = address.href;
  }

  tell(command: Command): void {
    this.frame?.contentWindow?.postMessage(command, new URL(this.src).origin);
  }

  /** Flies the race; resolves when it is over, however it ended. */
  race(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#raced = resolve;
    this.tell({ type: 'race' });
    return promise;
  }

  hear(news: News): void {
    if (news.type === 'figures') this.figures.value = news.figures;
    else if (news.type === 'raced') this.#raced();
    else if (news.type === 'ready') this.ready.value = true;
  }
}

/** All panels of a front. */
export class Panels {
  readonly all: readonly FramedPanel[];
  readonly #painted = signal(false);
  /** True once the panels have loaded and the server has painted all pictures, so that no panel waits for those of another. */
  readonly ready: ReadonlySignal<boolean> = computed(
    () => this.#painted.value && this.all.every((panel) => panel.ready.value),
  );
  /** The server cannot be reached. */
  readonly lost: ReadonlySignal<boolean> = computed(() =>
    this.all.some(({ figures }) => figures.value?.lost === true),
  );
  /** The most tiles that any panel has asked for. */
  readonly scale: ReadonlySignal<number> = computed(() =>
    Math.max(0, ...this.all.map(({ figures }) => figures.value?.rows[0]?.asked ?? 0)),
  );
  /** The panel that is shown where there is room for one. */
  readonly chosen: Signal<Mode>;

  /** All waterfalls have one scale, so that they can be compared. */
  readonly #span = computed(() => Math.max(0, ...this.all.map(({ figures }) => figures.value?.span ?? 0)));

  constructor(modes: readonly Mode[], query?: Readonly<Record<string, string>>) {
    this.all = modes.map((mode) => new FramedPanel(mode, query));
    this.chosen = signal(modes[0] as Mode);
    addEventListener('message', ({ source, data }: MessageEvent<News>) => {
      const panel = this.all.find(({ frame }) => frame?.contentWindow === source);
      if (!panel) return;
      if (data.type === 'picked') this.tell({ type: 'pick', name: data.name });
      else panel.hear(data);
    });
    void this.#wait();
    effect(() => this.tell({ type: 'span', span: this.#span.value }));
  }

  /** Whether the library lets fewer tiles reach the server in that panel than there are without it. */
  saves({ figures }: FramedPanel): boolean {
    const off = this.all[0]?.figures.value?.rows[0];
    // A panel that gets no tiles has saved nothing.
    return !figures.value?.trouble && savesMore(figures.value?.rows[0], off);
  }

  /** Resolves when everything is painted. Asks again when the server goes away in the meantime. */
  async #wait(): Promise<void> {
    while (!this.#painted.value) {
      const answer = await fetch(`${origins.front}/painted.json`).catch(() => undefined);
      if (answer) this.#painted.value = true;
      else await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  tell(command: Command): void {
    for (const panel of this.all) panel.tell(command);
  }
}
