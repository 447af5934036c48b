import type { Signal } from '@preact/signals';
import { viewAt } from '../../server/views.ts';
import type { Panels } from '../shared/panels.ts';
import type { Contest } from './contest.ts';

interface Props {
  readonly panels: Panels;
  readonly contest: Contest;
  readonly view: Signal<number>;
}

/** A hint for visitors on small screens. */
const unseen = 'Scroll down to the maps: browsers pause what is out of sight.';

/** The race's button beside what the race is, and how it ended. */
export function Controls({ panels, contest, view }: Props) {
  const ready = panels.ready.value && !panels.lost.value;
  const racing = contest.racing.value;
  const race = () => {
    if (racing) return contest.stop();
    if (!ready) return;
    view.value = 4;
    void contest.start();
  };
  const fly = () => {
    if (!ready || racing) return;
    view.value++;
    panels.tell({ type: 'go', view: view.value });
  };
  const now = racing ? 1 : panels.ready.value ? 0 : 2;
  return (
    <section class="race" aria-label="The race">
      <div class="actions">
        <button type="button" class="primary steady" id="race" aria-disabled={!ready} onClick={race}>
          {['Race the three', 'Stop the race', 'Preparing …'].map((label, index) => (
            <span key={label} class={index === now ? '' : 'other'} aria-hidden={index !== now}>
              {label}
            </span>
          ))}
        </button>
        <button type="button" id="fly" aria-disabled={!ready || racing} onClick={fly}>
          Next view<span class="unseen">: {viewAt(view.value + 1).name}</span>
        </button>
      </div>
      <p class="rules">
        Each panel shows five views, and leaves one of them before it has loaded. Meanwhile twenty large
        pictures preload, and the last one is clicked at once. The panels fly one after another, so that none
        slows another down.
      </p>
      <p class="verdict" role="status">
        {contest.unseen.value ? unseen : contest.verdict}
      </p>
    </section>
  );
}
