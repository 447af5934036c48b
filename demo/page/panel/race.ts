// The race: the same flight path in each panel. Twenty pictures preload meanwhile, and the last of them is clicked at
// once. It is over when all views and that picture are shown.

import { type Signal, signal } from '@preact/signals';
import { site } from '../shared/site.ts';
import type { Atlas } from './atlas.ts';
import type { Who } from './flight.ts';
import type { Gallery } from './gallery/gallery.ts';
import type { Monitor } from './monitor.ts';
import type { Stage } from './stage.ts';
import type { AskEvent, Trace } from './trace.ts';
import type { Trouble } from './trouble.ts';

/** How long a visitor looks at the view that is not waited for, in milliseconds. */
const glance = 100;

/** The views of the race. The one before the last is left before it has come. */
const views = [0, 1, 2, 3, 4];
const leftEarly = 3;

/** A panel, as far as it races. */
interface Racer {
  readonly atlas: Atlas;
  readonly gallery: Gallery;
  readonly monitor: Monitor;
  readonly trace: Trace;
  readonly trouble: Trouble;
  /** Sets counts, pictures and times back to nothing. */
  reset(run?: string): Promise<void>;
}

export class Race {
  readonly stage: Signal<Stage> = signal({ name: 'rest' });
  /** Milliseconds from the start until the last view was shown. */
  readonly time: Signal<number | undefined> = signal(undefined);
  readonly #panel: Racer;
  #stopping = new AbortController();

  constructor(panel: Racer) {
    this.#panel = panel;
  }

  /** Resolves when it is over, however it ended. `run` names the run of another tab, which has started the counts again. */
  async fly(run?: string): Promise<void> {
    this.stop();
    this.#stopping = new AbortController();
    const { signal } = this.#stopping;
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const unwatch = this.#panel.monitor.lost.subscribe((lost) => {
      if (lost) this.#stopping.abort(new Error('The server cannot be reached.'));
    });
    try {
      await Promise.race([this.#fly(signal, run), stopped]);
      this.stage.value = { name: 'landed' };
    } catch (error) {
      // The view that is on its way still comes.
      this.#panel.gallery.stop();
      const { name, message } = error as Error;
      this.stage.value = name === 'AbortError' ? { name: 'stopped' } : { name: 'failed', why: message };
    } finally {
      unwatch();
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #fly(signal: AbortSignal, run: string | undefined): Promise<void> {
    const panel = this.#panel;
    panel.atlas.view.value = 0;
    await panel.reset(run);
    // The reset has removed the maps. A stop must not leave the panel without maps, unless another race has begun.
    if (signal.aborted && signal === this.#stopping.signal) void panel.atlas.again();
    signal.throwIfAborted();
    const begun = performance.now();
    let click: Promise<number | undefined> | undefined;
    for (const view of views) {
      signal.throwIfAborted();
      this.stage.value = { name: 'view', view: view + 1, of: views.length };
      await show(panel, view, signal);
      if (panel.trouble.reason.value) throw new Error(panel.trouble.reason.value);
      click ??= startPictures(panel);
    }
    signal.throwIfAborted();
    this.time.value = performance.now() - begun;
    // At the last view, some panels have all pictures and others still load them, so its time cannot be compared.
    panel.atlas.time.value = undefined;
    this.stage.value = { name: 'picture' };
    const shown = await click;
    signal.throwIfAborted();
    if (shown === undefined) throw new Error('The picture that was clicked did not come.');
    panel.gallery.stop();
    await panel.monitor.look();
  }
}

/** Shows a view; resolves when it is shown, or left. */
async function show(panel: Racer, view: number, signal: AbortSignal): Promise<void> {
  if (view === 0) return panel.atlas.again();
  if (view !== leftEarly) return panel.atlas.go(view);
  const asked = allAsk(panel.trace, signal);
  void panel.atlas.go(view);
  await asked;
  await new Promise((resolve) => setTimeout(resolve, glance));
}

/** Resolves when each of the four maps has asked for a tile from now on. */
function allAsk(trace: Trace, signal: AbortSignal): Promise<void> {
  const silent = new Set<Who>([1, 2, 3, 4]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const heard = new AbortController();
  const hear = (event: Event) => {
    const { kind, who } = (event as AskEvent).ask;
    if (kind === 'tiles') silent.delete(who);
    if (silent.size === 0) resolve();
  };
  trace.addEventListener('ask', hear, { signal: heard.signal });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: heard.signal });
  return promise.finally(() => heard.abort());
}

/** Preloads them all, and clicks on the last. */
function startPictures({ gallery }: Racer): Promise<number | undefined> {
  gallery.preload();
  return gallery.show(site.gallery.at(-1)?.name ?? '');
}
