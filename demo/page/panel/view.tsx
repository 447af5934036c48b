// The view of a panel: its maps, its figures, its waterfall, its gallery.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { viewAt } from '../../server/views.ts';
import { addressOf } from '../shared/address.ts';
import { Headline } from '../shared/headline.tsx';
import type { Command } from '../shared/messages.ts';
import { modes } from '../shared/modes.ts';
import { Prose } from '../shared/prose.tsx';
import { Settings } from '../shared/settings.tsx';
import { origins } from '../shared/site.ts';
import { StackChoice } from '../shared/stack-choice.tsx';
import { statusOf } from '../shared/status.ts';
import { GalleryView } from './gallery/view.tsx';
import { looksOf } from './maps/looks.ts';
import type { Panel } from './panel.ts';
import { Table } from './table.tsx';
import { Waterfall } from './waterfall/waterfall.tsx';

interface Props {
  readonly panel: Panel;
  readonly notice: string;
  readonly embedded: boolean;
  readonly galleryOnly: boolean;
  command(wanted: Command): void;
}

export function PanelView({ panel, notice, embedded, galleryOnly, command }: Props) {
  const figures = panel.figures.value;
  return (
    <main>
      <h1 class="unseen">{modes[panel.mode].title}</h1>
      {!embedded && <Alone panel={panel} command={command} />}
      {notice && (
        <p class="notice">
          <Prose text={notice} />
        </p>
      )}
      {figures.lost && !embedded && (
        <p class="notice bad">
          The server cannot be reached. Start it again on this port, and the page goes on.
        </p>
      )}
      {!galleryOnly && <Maps panel={panel} />}
      <Table rows={galleryOnly ? figures.rows.slice(2) : figures.rows} />
      <Waterfall panel={panel} galleryOnly={galleryOnly} />
      <GalleryView panel={panel} large={galleryOnly} command={command} embedded={embedded} />
    </main>
  );
}

function Maps({ panel: { atlas, trouble } }: { panel: Panel }) {
  const grid = useRef<HTMLDivElement>(null);
  const looks = looksOf(false);
  // Before anything else runs: maps in hosts outside the document would have no size.
  useLayoutEffect(() => {
    atlas.hosts.forEach((host, index) => {
      host.role = 'application';
      host.ariaLabel = `Map ${index + 1} of ${looks.length}: ${looks[index]?.name}. Arrow keys move all maps, plus and minus zoom.`;
      grid.current?.children[index]?.prepend(host);
    });
  }, []);
  return (
    <section aria-labelledby="maps" class="maps">
      <h2 id="maps" class="unseen">
        Maps
      </h2>
      <div class="atlas" ref={grid} aria-busy={atlas.busy.value}>
        {looks.map(({ name }, index) => (
          <div class="map" key={name}>
            <p>
              {index + 1} {name}
            </p>
          </div>
        ))}
      </div>
      <p class="fingers">Two fingers move the maps.</p>
      {trouble.reason.value && (
        <p class="over" role="status">
          <Prose text={trouble.reason.value} />
        </p>
      )}
    </section>
  );
}

/** What the front shows around a panel, for one that has no front. */
function Alone({ panel, command }: Pick<Props, 'panel' | 'command'>) {
  const { mode, atlas } = panel;
  const figures = panel.figures.value;
  const tiles = figures.rows[0];
  const racing = ['view', 'picture'].includes(figures.stage.name);
  const next = atlas.view.value + 1;
  return (
    <>
      <p>
        <a href={addressOf(`${origins.front}/`)}>All three panels</a>
      </p>
      <Headline
        {...{ mode, figures }}
        scale={tiles?.asked ?? 0}
        status={statusOf(figures)}
        saves={mode !== 'off' && (tiles?.shared ?? 0) > 0 && atlas.stack.value.name !== 'leaflet-img'}
      />
      <StackChoice
        chosen={atlas.stack.value}
        blocked={racing}
        choose={(stack) => command({ type: 'stack', stack })}
      />
      <div class="actions">
        <button type="button" class="primary" onClick={() => command({ type: racing ? 'stop' : 'race' })}>
          {racing ? 'Stop' : 'Race'}
        </button>
        <button type="button" onClick={() => command({ type: 'go', view: next })}>
          Next view<span class="unseen">: {viewAt(next).name}</span>
        </button>
        <button type="button" onClick={() => command({ type: 'again' })}>
          Ask again
        </button>
      </div>
      <Settings links={[panel.link]} lost={figures.lost} />
    </>
  );
}
