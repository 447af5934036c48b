import { useState } from 'preact/hooks';
import { CertificateNote } from '../shared/certificate-note.tsx';
import { Footer } from '../shared/footer.tsx';
import { Lost } from '../shared/lost.tsx';
import { Masthead } from '../shared/masthead.tsx';
import { seconds } from '../shared/numbers.ts';
import { PanelSet } from '../shared/panel-set.tsx';
import { type FramedPanel, Panels } from '../shared/panels.ts';
import { Settings } from '../shared/settings.tsx';
import { site } from '../shared/site.ts';
import { StillNote } from '../shared/still-note.tsx';

const titles = { off: 'The usual way', page: 'With the preloader', worker: '' } as const;
const hints = {
  off: 'new Image() twenty times, all at once',
  page: 'one at a time, and a click comes first',
  worker: '',
} as const;

const last = site.gallery.at(-1);

export function GalleryFront() {
  const [panels] = useState(() => new Panels(['off', 'page'], { view: 'gallery' }));
  const ready = panels.ready.value && !panels.lost.value;
  const start = () => {
    if (!ready) return;
    panels.tell({ type: 'restart' });
    panels.tell({ type: 'preload' });
  };
  const click = () => {
    if (ready) panels.tell({ type: 'pick', name: last?.name ?? '' });
  };
  return (
    <>
      <Masthead here="gallery" />
      <main>
        <header class="lede">
          <div>
            <h1>Twenty pictures queue. A click does not.</h1>
            <p>
              Both panels preload the same twenty large pictures, each over its own connection. Start them,
              then click the last one. In the usual way, it waits behind all the others. With the preloader,
              the others step aside.
            </p>
          </div>
        </header>
        <Lost lost={panels.lost.value} />
        <CertificateNote />
        <StillNote />
        <div class="actions">
          <button type="button" class="primary steady" id="preload" aria-disabled={!ready} onClick={start}>
            {['Preload all twenty', 'Preparing …'].map((label, index) => (
              <span
                key={label}
                class={(index === 0) === panels.ready.value ? '' : 'other'}
                aria-hidden={(index === 0) !== panels.ready.value}
              >
                {label}
              </span>
            ))}
          </button>
          <button type="button" id="last" aria-disabled={!ready} onClick={click}>
            Click the last: {last?.title}
          </button>
        </div>
        <Settings links={panels.all.map(({ link }) => link)} lost={panels.lost.value} />
        <PanelSet
          panels={panels}
          after="credits"
          short={({ mode }) => titles[mode]}
          card={(panel) => <Result panel={panel} saves={isFaster(panel, panels.all[0])} />}
          brief={(panel) => <em>{seconds(panel.figures.value?.shown)}</em>}
        />
      </main>
      <Footer />
    </>
  );
}

const shownIn = (panel: FramedPanel | undefined) => panel?.figures.value?.shown ?? Number.NaN;

/** Whether the clicked picture came earlier there than in the other panel. */
const isFaster = (panel: FramedPanel, other: FramedPanel | undefined) => shownIn(panel) < shownIn(other);

interface ResultProps {
  readonly panel: FramedPanel;
  readonly saves: boolean;
}

function Result({ panel: { mode, figures }, saves }: ResultProps) {
  const pictures = figures.value?.rows[2];
  return (
    <div class={`headline ${mode} ${saves ? 'saves' : ''}`}>
      <div class="name">
        <h2 id={`panel-${mode}`}>{titles[mode]}</h2>
        <p class="hint">{hints[mode]}</p>
      </div>
      <p class="count">
        <span class="sent">
          <b data-shown={mode}>{seconds(figures.value?.shown)}</b> from click to picture
        </span>
        <span class="asked">
          <b>{pictures?.sent ?? '–'}</b> requests
        </span>
      </p>
    </div>
  );
}
