// The head of the waterfall: the names of its columns, and the times of its axis.

import { timeText } from '../wording/words.ts';
import type { Axis } from './axis.ts';
import { make, setText } from './dom.ts';

const titles = ['Request', 'Callers', 'Size', 'Time', 'State'];

/** Makes the head. `show` writes the times of an axis; without an axis, it writes none. */
export function headOf(): { readonly element: HTMLElement; show(axis: Axis | undefined): void } {
  const ticks = [0, 1, 2, 3].map(() => make('span'));
  const heads = titles.map((title) =>
    make('div', { role: 'columnheader', class: title.toLowerCase() }, title),
  );
  const name = make('span', { class: 'quiet' }, 'Waterfall');
  const axis = make('div', { role: 'columnheader', class: 'ticks' }, name, ...ticks);
  const row = make('div', { role: 'row', class: 'row', 'aria-rowindex': '1' }, ...heads, axis);
  return {
    element: make('div', { role: 'rowgroup', class: 'head' }, row),
    show(axis) {
      for (const [at, tick] of ticks.entries()) setText(tick, axis ? timeText((axis.length * at) / 4) : '');
    },
  };
}
