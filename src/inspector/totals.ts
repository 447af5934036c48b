// The figures in the head line, and the lines of the preloader and the worker at the foot.

import { make, setText } from './dom.ts';

type Line = readonly [name: string, text: string];

export class Totals {
  readonly figures: HTMLElement = make('ul', { class: 'figures' });
  readonly foot: HTMLElement = make('div', { class: 'foot' });

  render(
    figures: readonly (readonly [value: string, label: string])[],
    lines: readonly (Line | undefined)[],
  ): void {
    for (const [at, [value, label]] of figures.entries()) {
      const item =
        this.figures.children[at] ?? this.figures.appendChild(make('li', {}, make('b'), ' ', make('span')));
      const [number, name] = item.children;
      if (number) setText(number, value);
      if (name) setText(name, label);
    }
    this.#renderLines(lines.filter((line) => line !== undefined));
  }

  #renderLines(lines: readonly Line[]): void {
    this.foot.hidden = !lines.length;
    while (this.foot.children.length > lines.length) this.foot.lastChild?.remove();
    for (const [at, [name, text]] of lines.entries()) {
      const line =
        this.foot.children[at] ?? this.foot.appendChild(make('span', {}, make('b'), ' ', make('span')));
      const [head, rest] = line.children;
      if (head) setText(head, name);
      if (rest) setText(rest, text);
    }
  }
}
