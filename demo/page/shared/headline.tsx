// What a panel comes to, at one glance: how much was asked, how much reached the server, how long it took.

import type { Mode } from '../../server/site.ts';
import type { Figures } from '../panel/figures.ts';
import { modes } from './modes.ts';

export const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(milliseconds < 995 ? 2 : 1)} s`;

/** The largest of all panels: bars of one length mean the same everywhere. */
export interface Scale {
  readonly requests: number;
}

export function Headline({
  mode,
  figures,
  scale,
}: {
  mode: Mode;
  figures: Figures | undefined;
  scale: Scale;
}) {
  const { title, hint } = modes[mode];
  const tiles = figures?.rows[0];
  const server = tiles?.server ?? tiles?.sent;
  return (
    <section class={`headline ${mode}`} aria-busy={figures?.busy ?? true}>
      <h2>
        {title} <small>{hint}</small>
      </h2>
      <p class="count">
        <span class="asked">
          <b>{tiles?.asked ?? 0}</b> tiles asked
        </span>
        <Arrow />
        <span class="sent">
          <b data-headline={mode}>{server ?? '–'}</b>{' '}
          {tiles?.server === undefined && tiles ? 'sent' : 'at the server'}
        </span>
      </p>
      <div class="bar" aria-hidden="true">
        <i style={{ '--share': scale.requests ? (tiles?.asked ?? 0) / scale.requests : 0 }} />
        <i style={{ '--share': scale.requests ? (server ?? 0) / scale.requests : 0 }} />
      </div>
      <dl>
        <div>
          <dt>View shown after</dt>
          <dd>{seconds(figures?.view)}</dd>
        </div>
        <div>
          <dt>Whole race</dt>
          <dd>{seconds(figures?.race)}</dd>
        </div>
        <div>
          <dt>Click → shown</dt>
          <dd>{seconds(figures?.shown)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Arrow() {
  return (
    <svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">
      <path d="M2 3c12 0 12 9 20 9M2 12h20M2 21c12 0 12-9 20-9M30 7l8 5-8 5M22 12h15" />
    </svg>
  );
}
