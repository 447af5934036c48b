import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { CertificateNote } from '../shared/certificate-note.tsx';
import { Footer } from '../shared/footer.tsx';
import { Idea } from '../shared/idea.tsx';
import { Lost } from '../shared/lost.tsx';
import { Masthead } from '../shared/masthead.tsx';
import { PanelSet } from '../shared/panel-set.tsx';
import { Panels } from '../shared/panels.ts';
import { Settings } from '../shared/settings.tsx';
import { wishes } from '../shared/site.ts';
import { StackChoice } from '../shared/stack-choice.tsx';
import { stackNamed } from '../shared/stacks.ts';
import { StillNote } from '../shared/still-note.tsx';
import { Brief, Card } from './card.tsx';
import { Contest } from './contest.ts';
import { Controls } from './controls.tsx';
import { Guide } from './guide.tsx';

export function Front() {
  const [panels] = useState(() => new Panels(['off', 'page', 'worker']));
  const [contest] = useState(() => new Contest(panels));
  const stack = useSignal(stackNamed(wishes.get('stack')));
  const view = useSignal(0);
  const blocked = !panels.ready.value || panels.lost.value || contest.racing.value;
  return (
    <>
      <Masthead here="maps" />
      <main>
        <header class="lede">
          <div>
            <h1>Four maps ask. One request flies.</h1>
            <p>
              coflight lets identical requests share one answer. Here is one page three times: without it,
              with its <code>createFetch</code>, and with its service worker. Four maps ask for the same
              tiles.
            </p>
          </div>
          <Idea />
        </header>
        <Lost lost={panels.lost.value} />
        <CertificateNote />
        <StillNote />
        <Controls {...{ panels, contest, view }} />
        <div class="choices">
          <StackChoice
            chosen={stack.value}
            blocked={blocked}
            choose={(name) => {
              stack.value = stackNamed(name);
              view.value = 0;
              contest.verdict.value = '';
              panels.tell({ type: 'stack', stack: name });
            }}
          />
          <Settings links={panels.all.map(({ link }) => link)} lost={panels.lost.value} />
        </div>
        <PanelSet
          panels={panels}
          after="guide"
          card={(panel) => <Card {...{ panels, contest, panel }} />}
          brief={(panel) => <Brief {...{ panels, contest, panel }} />}
        />
        <Guide panels={panels} blocked={blocked} stack={stack.value.name} />
      </main>
      <Footer />
    </>
  );
}
