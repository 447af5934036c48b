import { inWords } from 'coflight/inspector';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Footer } from '../shared/footer.tsx';
import { Masthead } from '../shared/masthead.tsx';
import { Prose } from '../shared/prose.tsx';
import { examples } from './examples.ts';
import { explainTexts, type Found, type Texts } from './read.ts';

const [first = { one: '', other: '' }] = examples;

const names = { one: 'First call', other: 'Second call', options: 'Options of createFetch' } as const;
const subjects = { one: 'The first call', other: 'The second call', options: 'These options' } as const;

/** Milliseconds after the last key. A screen reader reads each answer out, also those to half a call. */
const typingPause = 400;

export function ExplainFront() {
  const [texts, setTexts] = useState<Texts>({ options: '{}', ...first });
  const [read, setRead] = useState(texts);
  useEffect(() => {
    const timer = setTimeout(() => setRead(texts), typingPause);
    return () => clearTimeout(timer);
  }, [texts]);
  const found = useMemo(() => explainTexts(read), [read]);
  const show = (shown: Texts) => {
    setTexts(shown);
    setRead(shown);
  };
  const field = (part: keyof Texts, rows: number) => (
    <label class={`call ${part}`}>
      <span>{names[part]}</span>
      <textarea
        rows={rows}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={texts[part]}
        aria-invalid={'error' in found && found.part === part}
        aria-describedby="answer"
        onInput={({ currentTarget }) => setTexts({ ...texts, [part]: currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <Masthead here="explain" />
      <main>
        <header class="lede">
          <div>
            <h1>Do these two calls share?</h1>
            <p>
              Write two calls of fetch. The library says whether they are one request while the first one is
              in flight, and if not, what keeps them apart. Nothing is sent.
            </p>
          </div>
        </header>
        <fieldset class="actions">
          <legend class="unseen">Examples</legend>
          {examples.map((example) => (
            <button
              type="button"
              key={example.title}
              aria-pressed={isShown(example, texts)}
              onClick={() => show({ options: '{}', ...example })}
            >
              {example.title}
            </button>
          ))}
        </fieldset>
        <div class="calls">
          {field('one', 6)}
          {field('other', 6)}
          {field('options', 1)}
        </div>
        <Answer found={found} />
      </main>
      <Footer />
    </>
  );
}

const isShown = ({ one, other, options = '{}' }: Partial<Texts>, texts: Texts) =>
  one === texts.one && other === texts.other && options === texts.options;

function Answer({ found }: { found: Found }) {
  if ('error' in found)
    return (
      <section id="answer" class="answer wrong" role="status">
        <h2>{subjects[found.part]} cannot be read.</h2>
        <p>{found.error}</p>
      </section>
    );
  const { explanation } = found;
  const [verdict, ...reasons] = inWords(explanation);
  return (
    <section id="answer" class={`answer ${explanation.shared ? 'shared' : 'apart'}`} role="status">
      <h2>{verdict}</h2>
      {reasons.map((reason) => (
        <p key={reason}>
          <Prose text={reason} />
        </p>
      ))}
    </section>
  );
}
