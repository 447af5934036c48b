// The numbers of a panel at one glance: how much was asked, how much reached the server, how long it took.

import type { ComponentChildren } from 'preact';
import type { Mode } from '../../server/site.ts';
import type { Figures } from '../panel/figures.ts';
import { modes } from './modes.ts';
import { seconds } from './numbers.ts';
import { Parts } from './parts.tsx';
import { Prose } from './prose.tsx';
import type { Status } from './status.ts';

interface Props {
  readonly mode: Mode;
  readonly figures: Figures | undefined;
  readonly scale: number;
  readonly status: Status;
  /** Fewer requests reach the server than without the library. */
  readonly saves: boolean;
  readonly children?: ComponentChildren;
}

export function Headline({ mode, figures, scale, status, saves, children }: Props) {
  const { title, hint } = modes[mode];
  const tiles = figures?.rows[0];
  return (
    <div class={`headline ${mode} ${saves ? 'saves' : ''}`}>
      <div class="name">
        <h2 id={`panel-${mode}`}>{title}</h2>
        <p class={`status ${status.tone}`} data-status={mode}>
          {status.text}
        </p>
        <p class="hint">{hint}</p>
      </div>
      <p class="count">
        <span class="asked">
          <b data-asked={mode}>{tiles?.asked ?? '–'}</b> tiles asked
        </span>
        <Arrow />
        <span class="sent">
          <b data-headline={mode}>{tiles?.sent ?? '–'}</b>{' '}
          {tiles?.bytes === undefined && tiles ? 'requests' : 'at the server'}
        </span>
      </p>
      <Parts row={tiles} scale={scale} />
      <dl>
        <Time title="View shown after">{figures?.busy && !figures.lost ? '…' : seconds(figures?.view)}</Time>
        <Time title="Five views">{seconds(figures?.maps)}</Time>
        <Time title="Click → shown">{seconds(figures?.shown)}</Time>
      </dl>
      {figures?.trouble && (
        <p class="trouble">
          <Prose text={figures.trouble} />
        </p>
      )}
      {children}
    </div>
  );
}

function Time({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Arrow() {
  return (
    <svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">
      <path d="M2 3c12 0 12 9 20 9M2 12h20M2 21c12 0 12-9 20-9M30 7l8 5-8 5M22 12h15" />
    </svg>
  );
}
