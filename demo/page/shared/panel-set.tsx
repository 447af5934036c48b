// All panels: side by side where there is room, else one at a time, under a strip with the numbers of each.

import type { ComponentChildren } from 'preact';
import { Frame } from './frame.tsx';
import { modes } from './modes.ts';
import type { FramedPanel, Panels } from './panels.ts';

interface Props {
  readonly panels: Panels;
  /** The id of what follows the panels: the skip link leads there. */
  readonly after: string;
  /** The short name of a panel, for narrow screens. */
  short?(panel: FramedPanel): string;
  /** A panel's numbers, over its frame. */
  card(panel: FramedPanel): ComponentChildren;
  /** The same in a word or two. */
  brief(panel: FramedPanel): ComponentChildren;
}

const shortOf = ({ mode }: FramedPanel) => modes[mode].short;

export function PanelSet({ panels, after, short = shortOf, card, brief }: Props) {
  const chosen = panels.chosen.value;
  return (
    <div class={panels.all.length === 2 ? 'panels two' : 'panels'}>
      <a class="skip" href={`#${after}`}>
        Skip the panels
      </a>
      <fieldset class="tabs">
        <legend class="unseen">Show</legend>
        {panels.all.map((panel) => (
          <button
            key={panel.mode}
            type="button"
            class={panels.saves(panel) ? `${panel.mode} saves` : panel.mode}
            aria-pressed={panel.mode === chosen}
            onClick={() => {
              panels.chosen.value = panel.mode;
            }}
          >
            <b>{short(panel)}</b>
            <span>{brief(panel)}</span>
          </button>
        ))}
      </fieldset>
      {panels.all.map((panel) => (
        <section
          key={panel.mode}
          class={panel.mode === chosen ? 'panel chosen' : 'panel'}
          aria-labelledby={`panel-${panel.mode}`}
        >
          {card(panel)}
          <Frame panel={panel} />
        </section>
      ))}
    </div>
  );
}
