// What a panel shows: its maps, its figures, its waterfall, its gallery.

import { useEffect, useRef } from 'preact/hooks';
import { Headline } from '../shared/headline.tsx';
import type { Command } from '../shared/messages.ts';
import { Settings } from '../shared/settings.tsx';
import { origins } from '../shared/site.ts';
import { StackChoice } from '../shared/stack-choice.tsx';
import { viewAt } from '../shared/views.ts';
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
  const asked = figures.rows[0]?.asked ?? 0;
  return (
    <>
      {!embedded && (
        <p>
          <a href={`${origins.front}/${location.search}`}>All three panels</a>
        </p>
      )}
      {!embedded && <Headline mode={panel.mode} figures={figures} scale={{ requests: asked }} />}
      {!embedded && <Controls panel={panel} command={command} />}
      {notice && <p class="notice">{notice}</p>}
      {panel.failure.value && <p class="notice">{panel.failure.value}</p>}
      {panel.monitor.lost.value && (
        <p class="notice">The server has ended. Start it again on this port, and the page goes on.</p>
      )}
      {!galleryOnly && <Atlas panel={panel} />}
      <Table rows={galleryOnly ? figures.rows.slice(2) : figures.rows} />
      <Waterfall panel={panel} galleryOnly={galleryOnly} />
      <GalleryView panel={panel} large={galleryOnly} command={command} embedded={embedded} />
    </>
  );
}

function Atlas({ panel }: { panel: Panel }) {
  const atlas = useRef<HTMLDivElement>(null);
  const looks = looksOf(false);
  useEffect(() => {
    panel.hosts.forEach((host, index) => {
      host.role = 'application';
      host.ariaLabel = `Map ${index + 1} of ${looks.length}: ${looks[index]?.name}. Arrow keys move all maps, plus and minus zoom.`;
      atlas.current?.children[index]?.prepend(host);
    });
  }, []);
  return (
    <div class="atlas" ref={atlas} aria-busy={panel.busy.value}>
      {looks.map(({ name }, index) => (
        <div class="map" key={name}>
          <p>
            {index + 1} {name}
          </p>
        </div>
      ))}
    </div>
  );
}

function Controls({ panel, command }: Pick<Props, 'panel' | 'command'>) {
  const next = panel.view.value + 1;
  return (
    <div class="controls">
      <StackChoice chosen={panel.stack.value} choose={(stack) => command({ type: 'stack', stack })} />
      <div class="actions">
        <button type="button" class="primary" onClick={() => command({ type: 'race' })}>
          Race
        </button>
        <button type="button" onClick={() => command({ type: 'go', view: next })}>
          Fly to {viewAt(next).name}
        </button>
        <button type="button" onClick={() => command({ type: 'again' })}>
          Ask again
        </button>
      </div>
      <Settings links={[panel.link]} />
    </div>
  );
}
