// Twenty large pictures of a panel: the state of each, and the one that is shown.

import { signal } from '@preact/signals';
import type { CoalescingFetch } from 'coflight';
import type { Region } from '../../../server/regions.ts';
import type { Mode } from '../../../server/site.ts';
import type { Link } from '../../shared/link.ts';
import { leave } from '../../shared/still.ts';
import { ImageFlights } from '../follow.ts';
import type { Trace } from '../trace.ts';
import { naive } from './naive.ts';
import type { Pictures, State, Tell } from './pictures.ts';
import { queued } from './queued.ts';

const outcomes = { ready: 'done', failed: 'failed', '': 'aborted' } as const;

interface Shown {
  readonly region: Region;
  /** Undefined while it loads. */
  readonly image?: HTMLImageElement;
  /** Milliseconds from the click until it was there. */
  readonly after?: number;
  readonly failed?: boolean;
}

/** How its pictures are loaded, and where that is recorded. */
interface Ways {
  readonly mode: Mode;
  readonly trace: Trace;
  readonly link: Link;
  /** Preloads step aside while this has something in flight. */
  readonly busy: CoalescingFetch | undefined;
}

export class Gallery {
  readonly states = signal<Readonly<Record<string, State>>>({});
  readonly shown = signal<Shown | undefined>(undefined);
  readonly #regions: readonly Region[];
  readonly #trace: Trace;
  readonly #flights: ImageFlights;
  readonly #link: Link;
  readonly #pictures: Pictures;
  /** Those that were handed over, by the region's name. */
  readonly #images = new Map<string, HTMLImageElement>();
  #choice = new AbortController();

  constructor(regions: readonly Region[], { mode, trace, busy, link }: Ways) {
    this.#regions = regions;
    this.#trace = trace;
    this.#flights = new ImageFlights(trace);
    this.#link = link;
    this.#pictures = mode === 'off' ? naive(this.#tell) : queued(this.#tell, busy);
  }

  stateOf(name: string): State {
    return this.states.value[name] ?? '';
  }

  /** Loads in the background all pictures that have not loaded yet. */
  preload(): void {
    const missing = this.#regions.filter(({ name }) => ['', 'failed'].includes(this.stateOf(name)));
    const urls = missing.map((region) => this.#addressOf(region));
    for (const url of urls) this.#trace.ask('preload', url);
    this.#pictures.preload(urls);
  }

  /** Aborts what is under way. */
  stop(): void {
    this.#choice.abort();
    this.#pictures.stop();
    if (!this.shown.value?.image) this.shown.value = undefined;
  }

  /** Forgets all pictures, so that they can be loaded again. */
  restart(): void {
    this.stop();
    this.#images.clear();
    this.states.value = {};
    this.shown.value = undefined;
  }

  /** Loads a picture now and shows it. Resolves with how many milliseconds that took, or undefined if it did not come. */
  async show(name: string): Promise<number | undefined> {
    const region = this.#regions.find((one) => one.name === name);
    if (!region) return undefined;
    const begun = performance.now();
    this.#choice.abort();
    this.#choice = new AbortController();
    const { signal } = this.#choice;
    this.shown.value = { region };
    try {
      const image = this.#images.get(name) ?? (await this.#load(region, signal));
      if (signal.aborted) return undefined;
      const after = performance.now() - begun;
      this.shown.value = { region, image, after };
      return after;
    } catch {
      if (!signal.aborted) this.shown.value = { region, failed: true };
      return undefined;
    }
  }

  async #load(region: Region, signal: AbortSignal): Promise<HTMLImageElement> {
    const url = this.#addressOf(region);
    if (this.stateOf(region.name) !== 'ready') this.#trace.ask('click', url);
    const image = await this.#pictures.load(url, signal);
    // It may come after a restart.
    signal.throwIfAborted();
    this.#images.set(region.name, image);
    this.#mark(region.name, 'ready');
    return image;
  }

  #addressOf({ name }: Region): string {
    return this.#link.url(`gallery/${name}.png`);
  }

  #mark(name: string, state: State): void {
    this.states.value = { ...this.states.value, [name]: state };
  }

  readonly #tell: Tell = (url, state) => {
    const [, name = '', run] = /gallery\/([\w-]+)\.png\?run=(\w+)/.exec(url) ?? [];
    if (state === 'loading') this.#flights.launch(url);
    else if (state === 'waiting') this.#flights.stepAside(url);
    else this.#flights.settle(url, outcomes[state]);
    if (state === 'waiting' || state === '') leave(url);
    if (run === this.#link.run) this.#mark(name, state);
  };
}
