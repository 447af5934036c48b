import { useState } from 'preact/hooks';
import { CertificateNote } from '../shared/certificate-note.tsx';
import { Footer } from '../shared/footer.tsx';
import { Frame } from '../shared/frame.tsx';
import { seconds } from '../shared/headline.tsx';
import { Masthead } from '../shared/masthead.tsx';
import { type FramedPanel, Panels } from '../shared/panels.ts';
import { Settings } from '../shared/settings.tsx';
import { site } from '../shared/site.ts';

const titles = { off: 'The usual way', page: 'With the preloader', worker: '' } as const;
const hints = {
  off: 'twenty times new Image(), all at once',
  page: 'one at a time, and a click comes first',
  worker: '',
} as const;

export function GalleryFront() {
  const [panels] = useState(() => new Panels(['off', 'page'], { view: 'gallery' }));
  const ready = panels.ready.value;
  const last = site.gallery.at(-1);
  const start = () => {
    panels.tell({ type: 'restart' });
    panels.tell({ type: 'preload' });
  };
  return (
    <>
      <Masthead here="gallery" />
      <main>
        <header class="lede">
          <h1>Twenty pictures queue. A click does not.</h1>
          <p>
            The same twenty large pictures preload twice, each over a line of its own. Start them, then click
            any picture, the last one say: on the left it waits behind all the others, on the right they step
            aside.
          </p>
        </header>
        <CertificateNote />
        <div class="controls">
          <div class="actions">
            <button type="button" class="primary" id="preload" disabled={!ready} onClick={start}>
              {ready ? 'Preload all twenty' : 'Preparing …'}
            </button>
            <button
              type="button"
              id="last"
              disabled={!ready}
              onClick={() => panels.tell({ type: 'pick', name: last?.name ?? '' })}
            >
              Click on the last: {last?.title}
            </button>
          </div>
          <Settings links={panels.all.map(({ link }) => link)} />
        </div>
        <div class="panels two">
          {panels.all.map((panel) => (
            <Result key={panel.mode} panel={panel} />
          ))}
          {panels.all.map((panel) => (
            <Frame key={panel.mode} panel={panel} />
          ))}
        </div>
      </main>
      <Footer />
    </>
  );
}

function Result({ panel }: { panel: FramedPanel }) {
  const { mode } = panel;
  return (
    <section class={`headline ${mode}`}>
      <h2>
        {titles[mode]} <small>{hints[mode]}</small>
      </h2>
      <p class="count">
        <span class="outcome">
          <b data-shown={mode}>{seconds(panel.figures.value?.shown)}</b> from click to picture
        </span>
      </p>
    </section>
  );
}
