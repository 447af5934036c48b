// The panels inside the front: frames of other origins, which are told what to do and tell what came of it.

import { computed, effect, signal } from '@preact/signals';
import type { Mode } from '../../server/site.ts';
import type { Figures } from '../panel/figures.ts';
import { Link } from './link.ts';
import type { Command, News } from './messages.ts';
import { linkId, origins, wishes } from './site.ts';

/** One panel, as its front sees it. */
export class FramedPanel {
  readonly mode: Mode;
  readonly link: Link;
  readonly src: string;
  readonly figures = signal<Figures | undefined>(undefined);
  readonly height = signal(0);
  readonly ready = signal(false);
  frame: HTMLIFrameElement | null = null;
  #raced = () => {};

  constructor(mode: Mode, query: Readonly<Record<string, string>> = {}) {
    this.mode = mode;
    this.link = new Link(mode);
    const address = new URL(origins[mode]);
    for (const [name, value] of wishes) address.searchParams.set(name, value);
    for (const [name, value] of Object.entries({ ...query, link: linkId }))
      address.searchParams.set(name, value);
    this.src = address.href;
  }

  tell(command: Command): void {
    this.frame?.contentWindow?.postMessage(command, origins[this.mode]);
  }

  /**
   * Scrolls it into view where none of it is, and says so: browsers do not draw what nobody sees, and maps would wait.
   */
  show(): boolean {
    const { top = 0, bottom = 0 } = this.frame?.getBoundingClientRect() ?? {};
    const sight = 200;
    const hidden = top > innerHeight - sight || bottom < sight;
    if (hidden) this.frame?.scrollIntoView();
    return hidden;
  }

  /** Flies the race; resolves when it is over. */
  race(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#raced = resolve;
    this.tell({ type: 'race' });
    return promise;
  }

  hear(news: News): void {
    if (news.type === 'height') this.height.value = news.height;
    else if (news.type === 'figures') this.figures.value = news.figures;
    else if (news.type === 'raced') this.#raced();
    else if (news.type === 'ready') this.ready.value = true;
  }
}

/** All panels of a front. */
export class Panels {
  readonly all: readonly FramedPanel[];
  readonly #painted = signal(false);
  /** The panels have come, and the server has painted all pictures: from now on no panel waits for another's. */
  readonly ready = computed(() => this.#painted.value && this.all.every((panel) => panel.ready.value));
  /** The most tiles that any panel has asked for. */
  readonly scale = computed(() => ({
    requests: Math.max(0, ...this.all.map(({ figures }) => figures.value?.rows[0]?.asked ?? 0)),
  }));

  /** All waterfalls have one scale, so that they can be compared. */
  readonly #span = computed(() => Math.max(0, ...this.all.map(({ figures }) => figures.value?.span ?? 0)));

  constructor(modes: readonly Mode[], query?: Readonly<Record<string, string>>) {
    this.all = modes.map((mode) => new FramedPanel(mode, query));
    addEventListener('message', ({ origin, data }: MessageEvent<News>) => {
      const panel = this.all.find(({ mode }) => origins[mode] === origin);
      if (data.type === 'picked') this.tell({ type: 'pick', name: data.name });
      else panel?.hear(data);
    });
    void fetch('/painted.json').then(() => (this.#painted.value = true));
    effect(() => this.tell({ type: 'span', span: this.#span.value }));
  }

  tell(command: Command): void {
    for (const panel of this.all) panel.tell(command);
  }

  /** One after another, so that none is in another's way. */
  async race(): Promise<void> {
    this.tell({ type: 'restart' });
    const { scrollY } = window;
    let scrolled = false;
    for (const panel of this.all) {
      scrolled = panel.show() || scrolled;
      await panel.race();
    }
    if (scrolled) scrollTo(0, scrollY);
  }
}
