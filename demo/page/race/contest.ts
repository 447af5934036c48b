// The race between the panels: one after another, so that none slows another down.

import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Mode } from '../../server/site.ts';
import { modes } from '../shared/modes.ts';
import type { FramedPanel, Panels } from '../shared/panels.ts';
import { Silence } from './silence.ts';
import { type Result, verdictOf } from './verdict.ts';

/** Milliseconds without news of a panel, after which its race ends. */
const silenceTimeout = 20_000;

const lost = 'Not finished: the server could not be reached.';

const hidden = signal(document.hidden);
document.addEventListener('visibilitychange', () => (hidden.value = document.hidden));

export class Contest {
  /** The panel that flies. */
  readonly flying: Signal<Mode | undefined> = signal(undefined);
  readonly racing: ReadonlySignal<boolean> = computed(() => this.flying.value !== undefined);
  /** The panels whose turn has not come. */
  readonly waiting: Signal<readonly Mode[]> = signal([]);
  /** The panel that flies is out of sight. */
  readonly unseen: ReadonlySignal<boolean> = computed(() =>
    this.#panels.all.some(({ mode, unseen }) => mode === this.flying.value && unseen.value),
  );
  /** How the last race ended, in words. */
  readonly verdict: Signal<string> = signal('');
  readonly #panels: Panels;
  #stopped = false;

  constructor(panels: Panels) {
    this.#panels = panels;
  }

  /** Resolves when it is over, however it ended. */
  async start(): Promise<void> {
    if (this.racing.value) return;
    const { all, chosen } = this.#panels;
    this.#stopped = false;
    this.verdict.value = '';
    this.waiting.value = all.map(({ mode }) => mode);
    let fault = '';
    for (const panel of all) {
      // The panel's earlier figures belong to another race.
      panel.figures.value = undefined;
      this.flying.value = panel.mode;
      this.waiting.value = this.waiting.value.filter((mode) => mode !== panel.mode);
      chosen.value = panel.mode;
      fault = await this.#fly(panel);
      if (fault) break;
    }
    this.flying.value = undefined;
    this.waiting.value = [];
    this.verdict.value = fault || verdictOf(all.map(resultOf) as [Result, Result, Result]);
  }

  stop(): void {
    this.#stopped = true;
    this.#panels.tell({ type: 'stop' });
  }

  /** Resolves with what went wrong, or with nothing. */
  async #fly(panel: FramedPanel): Promise<string> {
    const { title } = modes[panel.mode];
    const { promise: silent, resolve } = Promise.withResolvers<string>();
    const silence = new Silence(silenceTimeout, () => {
      panel.tell({ type: 'stop' });
      resolve(`${title}: nothing came for ${silenceTimeout / 1000} seconds. Race again?`);
    });
    const unwatch = effect(() => {
      panel.figures.value;
      // Browsers draw nothing that is out of sight.
      if (hidden.value || panel.unseen.value) silence.end();
      else silence.heard();
    });
    try {
      await panel.link.set({ hold: false });
      const raced = panel.race();
      // A panel forgets a stop that comes before its race.
      if (this.#stopped) panel.tell({ type: 'stop' });
      return await Promise.race([raced.then(() => faultOf(panel)), silent]);
    } catch {
      return lost;
    } finally {
      unwatch();
      silence.end();
    }
  }
}

function faultOf({ mode, figures }: FramedPanel): string {
  const stage = figures.value?.stage;
  if (stage?.name === 'landed') return '';
  if (figures.value?.lost) return lost;
  return stage?.name === 'failed' ? `${modes[mode].title}: ${stage.why}` : 'Stopped.';
}

function resultOf({ figures }: FramedPanel): Result {
  const { rows, maps, shown: click } = figures.value ?? {};
  const { sent, shared } = rows?.[0] ?? {};
  return { sent, shared, maps, click };
}
