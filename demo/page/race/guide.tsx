// One tile in slow motion: the server holds its answers, four maps ask, the answers are let go.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Mode } from '../../server/site.ts';
import type { StepState } from '../panel/step.ts';
import { FlightPicture } from '../shared/flight-picture.tsx';
import { unlessGone } from '../shared/link.ts';
import { modes } from '../shared/modes.ts';
import type { Panels } from '../shared/panels.ts';

const steps = [
  { act: 'Hold the answers', says: 'The server holds its answers back.' },
  { act: 'Ask four times', says: 'Four maps have asked for one tile. See what waits, and where.' },
  { act: 'Let them go', says: 'All four have their tile.' },
] as const;

const again = 'Start over';

interface Props {
  readonly panels: Panels;
  readonly blocked: boolean;
  /** Names the maps that the panels show: others begin with nothing. */
  readonly stack: string;
}

export function Guide({ panels, blocked, stack }: Props) {
  /** How many steps are done. */
  const done = useSignal(0);
  const hold = (hold: boolean, how = {}) =>
    Promise.all(panels.all.map(({ link }) => link.set({ hold }, how)));
  const reset = (how = {}) => {
    if (done.value === 0) return;
    done.value = 0;
    panels.tell({ type: 'step', step: 'reset' });
    void hold(false, how).catch(() => {});
  };
  useEffect(() => reset(), [blocked, stack]);
  // The link may outlive the page, and goes on holding its answers. After a reload, a page on this link would wait for ever.
  useEffect(() => {
    const leave = () => reset({ keepalive: true });
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);
  const take = async (step: number) => {
    done.value = (step + 1) % (steps.length + 1);
    if (step === 0) await hold(true);
    else if (step === 1) panels.tell({ type: 'step', step: 'ask' });
    else if (step === 2) {
      panels.tell({ type: 'step', step: 'release' });
      await hold(false);
    } else panels.tell({ type: 'step', step: 'reset' });
  };
  const press = () => {
    if (!blocked) void take(done.value).catch(unlessGone);
  };
  const acts = [...steps.map(({ act }) => act), again];
  return (
    <section class="guide" id="guide" aria-labelledby="guide-title" tabIndex={-1}>
      <div class="guide-words">
        <h2 id="guide-title">One tile in slow motion</h2>
        <ol>
          {steps.map(({ act }, index) => (
            <li
              key={act}
              aria-current={index === done.value ? 'step' : undefined}
              data-done={index < done.value}
            >
              {act}
            </li>
          ))}
        </ol>
        <button type="button" id="step" class="primary steady" aria-disabled={blocked} onClick={press}>
          {acts.map((act, index) => (
            <span key={act} class={index === done.value ? '' : 'other'} aria-hidden={index !== done.value}>
              {act}
            </span>
          ))}
        </button>
        <p role="status">
          {done.value === 0 ? 'Three clicks show what is shared.' : steps[done.value - 1]?.says}
        </p>
      </div>
      {panels.all.map(({ mode, figures }) => (
        <Slow key={mode} mode={mode} state={figures.value?.step} />
      ))}
    </section>
  );
}

function wordsOf(mode: Mode, { asked, sent, answered, after }: StepState): string {
  if (asked === 0) return 'Nobody has asked yet.';
  if (after !== undefined)
    return `${sent} ${sent === 1 ? 'request' : 'requests'}, all answered after ${Math.round(after)} ms.`;
  if (answered > 0) return `${answered} of 4 have their answer.`;
  if (mode !== 'off')
    return sent === 1 ? 'One request waits at the server. Four wait for its answer.' : 'Four have asked.';
  return `${sent} of 4 requests at the server.${sent < 4 ? ' The others wait for their turn in the browser.' : ''}`;
}

function Slow({ mode, state }: { mode: Mode; state: StepState | undefined }) {
  const { asked = 0, sent = 0, answered = 0 } = state ?? {};
  return (
    <div class={`slow ${mode}`}>
      <h3>{modes[mode].title}</h3>
      <FlightPicture lines={mode === 'off' ? 'own' : 'one'} {...{ asked, sent, answered }} />
      <p data-step={mode}>{state ? wordsOf(mode, state) : ''}</p>
    </div>
  );
}
