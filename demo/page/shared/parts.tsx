// Shows how many calls were shared, sent and aborted: in a bar and in words.

import type { Row } from '../panel/figures.ts';

const parts = [
  ['sent', 'sent'],
  ['shared', 'shared'],
  ['aborted', 'aborted'],
  ['failed', 'failed'],
  ['waiting', 'waiting'],
] as const;

/** The parts that are named even when they are 0. */
const always = new Set(['sent', 'shared']);

interface Props {
  readonly row: Row | undefined;
  /** The number of calls that fills the whole bar. It is the same in all panels, so that bars can be compared. */
  readonly scale: number;
}

export function Parts({ row, scale }: Props) {
  const count = (part: (typeof parts)[number][0]) => row?.[part] ?? 0;
  return (
    <div class="parts">
      <div class="bar" aria-hidden="true">
        {parts.map(([part]) => (
          <i key={part} class={part} style={{ '--share': scale ? count(part) / scale : 0 }} />
        ))}
      </div>
      <ul>
        {parts
          .filter(([part]) => always.has(part) || count(part) > 0)
          .map(([part, word]) => (
            <li key={part} class={part} data-part={part}>
              <b>{row?.[part] ?? '–'}</b> {word}
            </li>
          ))}
      </ul>
    </div>
  );
}
