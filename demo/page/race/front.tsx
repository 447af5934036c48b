import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { CertificateNote } from '../shared/certificate-note.tsx';
import { Footer } from '../shared/footer.tsx';
import { Frame } from '../shared/frame.tsx';
import { Headline } from '../shared/headline.tsx';
import { Masthead } from '../shared/masthead.tsx';
import { Panels } from '../shared/panels.ts';
import { Settings } from '../shared/settings.tsx';
import { wishes } from '../shared/site.ts';
import { StackChoice } from '../shared/stack-choice.tsx';
import { stackNamed } from '../shared/stacks.ts';
import { viewAt } from '../shared/views.ts';

export function Front() {
  const [panels] = useState(() => new Panels(['off', 'page', 'worker']));
  const stack = useSignal(stackNamed(wishes.get('stack')));
  const view = useSignal(0);
  const racing = useSignal(false);
  const ready = panels.ready.value;

  const race = async () => {
    racing.value = true;
    view.value = 4;
    await panels.race();
    racing.value = false;
  };
  const fly = () => {
    view.value++;
    panels.tell({ type: 'go', view: view.value });
  };
  return (
    <>
      <Masthead here="maps" />
      <main>
        <header class="lede">
          <h1>Four maps ask. One request flies.</h1>
          <p>
            The same page three times, with four linked maps that each ask for all of their tiles and places:
            natively, through <code>createFetch</code>, and under a service worker.
          </p>
        </header>
        <CertificateNote />
        <div class="controls">
          <StackChoice
            chosen={stack.value}
            disabled={!ready || racing.value}
            choose={(name) => {
              stack.value = stackNamed(name);
              view.value = 0;
              panels.tell({ type: 'stack', stack: name });
            }}
          />
          <div class="actions">
            <button type="button" class="primary" id="race" disabled={!ready || racing.value} onClick={race}>
              {racing.value ? 'Racing …' : ready ? 'Race the three' : 'Preparing …'}
            </button>
            <button type="button" id="fly" disabled={!ready || racing.value} onClick={fly}>
              Fly to {viewAt(view.value + 1).name}
            </button>
            <button
              type="button"
              id="again"
              disabled={!ready || racing.value}
              onClick={() => panels.tell({ type: 'again' })}
            >
              Ask again
            </button>
          </div>
        </div>
        <div class="panels">
          {panels.all.map((panel) => (
            <Headline
              key={panel.mode}
              mode={panel.mode}
              figures={panel.figures.value}
              scale={panels.scale.value}
            />
          ))}
          {panels.all.map((panel) => (
            <Frame key={panel.mode} panel={panel} />
          ))}
        </div>
        <Settings links={panels.all.map(({ link }) => link)} />
        <p class="aside">
          The race: five views, one of them left before it has come, while twenty large pictures preload; at
          the end a click on the last picture. The three fly one after another.
        </p>
      </main>
      <Footer />
    </>
  );
}
