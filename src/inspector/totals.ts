// The figures in the head line, and the lines of the preloader and the worker at the foot.

import { make, setText } from './dom.ts';

type Line = readonly [bold: string, text: string];

export class Totals {
  readonly figures: HTMLElement = make('ul', { class: 'figures' });
  readonly foot: HTMLElement = make('div', { class: 'foot' });

  render(figures: readonly Line[], lines: readonly (Line | undefined)[]): void {
    renderPairs(this.figures, 'li', figures);
    const shown = lines.filter((line) => line !== undefined);
    this.foot.hidden = !shown.length;
    for (const line of [...this.foot.children].slice(shown.length)) line.remove();
    renderPairs(this.foot, 'span', shown);
  }
}

/** Shows each pair in an element of its own, the first text in bold. Elements that are there stay. */
function renderPairs(parent: Element, name: 'li' | 'span', pairs: readonly Line[]): void {
  for (const [at, [bold, text]] of pairs.entries()) {
    const item = parent.children[at] ?? parent.appendChild(make(name, {}, make('b'), ' ', make('span')));
    const [first, second] = item.children as unknown as [Element, Element];
    setText(first, bold);
    setText(second, text);
  }
}
