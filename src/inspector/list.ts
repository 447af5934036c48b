// The waterfall: a grid of which only the rows in view are there, however many there are.

import { axisOf } from './axis.ts';
import { make, setText } from './dom.ts';
import type { Entry } from './entry.ts';
import { headOf } from './head.ts';
import { placeAfter } from './keys.ts';
import { Row } from './row.ts';

/** Pixels. The style says the same. */
const rowHeight = 26;
const headHeight = 27;

/** Returns the place of the first row in view. Browsers may scroll to negative pixels. */
const placeAt = (top: number) => Math.max(0, Math.floor(top / rowHeight));

export class List {
  readonly element: HTMLElement;
  selected: Entry | undefined;
  readonly #onSelect: () => void;
  readonly #head = headOf();
  readonly #body: HTMLElement = make('div', { class: 'rows', role: 'rowgroup' });
  readonly #empty: HTMLElement = make('p', { class: 'empty' });
  /** As many as were ever in view at once, in the order in which they are shown. */
  readonly #rows: Row[] = [];
  /** The chosen row, while it is in view. */
  #active: Row | undefined;
  #entries: readonly Entry[] = [];
  /** True while the newest row is in view, so that new rows are scrolled into view. */
  #follows = true;
  /** Where the last rendering has scrolled to. */
  #top = 0;
  /** The first row that was in view then. */
  #first: Entry | undefined;
  /** The row that was chosen since the last rendering: it has to be in view. */
  #chosen: Entry | undefined;

  /** `onSelect` is called when a row is chosen, `onScroll` when others come into view. */
  constructor({ onSelect, onScroll }: { onSelect: () => void; onScroll: () => void }) {
    this.#onSelect = onSelect;
    this.element = make(
      'div',
      {
        class: 'grid',
        role: 'grid',
        tabindex: '0',
        'aria-label': 'Requests',
        'aria-colcount': '6',
        keydown: (event: KeyboardEvent) => this.#onKey(event),
        scroll: onScroll,
        click: (event: MouseEvent) => this.#onClick(event),
      },
      this.#head.element,
      this.#body,
      this.#empty,
    );
  }

  /** Shows these entries. Returns true when one that is in view is in flight. */
  render(entries: readonly Entry[], empty: string): boolean {
    const top = this.#look();
    const at = entries.indexOf(this.#first as Entry);
    const moved = at < 0 ? 0 : at - placeAt(this.#top);
    this.#entries = entries;
    this.#body.style.height = `${entries.length * rowHeight}px`;
    this.element.setAttribute('aria-rowcount', `${entries.length + 1}`);
    setText(this.#empty, empty);
    this.#empty.hidden = entries.length > 0;
    const { clientHeight } = this.element;
    if (this.#chosen) this.#reveal(entries.indexOf(this.#chosen));
    else if (this.#follows && !this.selected) this.element.scrollTop = this.element.scrollHeight;
    // The oldest rows were dropped. Without that, nothing may be set: it would stop the wheel of the user.
    else if (moved) this.element.scrollTop = top + moved * rowHeight;
    this.#top = this.element.scrollTop;
    const first = placeAt(this.#top);
    this.#first = entries[first];
    return this.#show(entries.slice(first, first + Math.ceil(clientHeight / rowHeight)), first);
  }

  /** Chooses an entry, or none. */
  select(entry: Entry | undefined): void {
    this.selected = this.#chosen = entry;
    this.#onSelect();
  }

  #show(entries: readonly Entry[], first: number): boolean {
    const axis = axisOf(entries);
    this.#head.show(entries.length ? axis : undefined);
    while (this.#rows.length < entries.length) this.#addRow();
    const place = entries.indexOf(this.selected as Entry);
    // A screen reader says which row is chosen only when that is another element than before.
    const active = this.#active;
    if (active && active.entry !== this.selected && active === this.#rows[place])
      this.#addRow(this.#rows.shift());
    for (const [at, row] of this.#rows.entries()) {
      const entry = entries[at];
      row.element.hidden = !entry;
      if (!entry) continue;
      row.show(entry, axis);
      row.element.style.transform = `translateY(${(first + at) * rowHeight}px)`;
      row.element.classList.toggle('odd', (first + at) % 2 === 1);
      row.element.setAttribute('aria-rowindex', `${first + at + 2}`);
      row.element.setAttribute('aria-selected', `${entry === this.selected}`);
    }
    this.#active = this.#rows[place];
    if (this.#active) this.element.setAttribute('aria-activedescendant', this.#active.element.id);
    else this.element.removeAttribute('aria-activedescendant');
    return entries.some(({ end }) => end === undefined);
  }

  /** Finds out whether the user has scrolled. Returns where to. */
  #look(): number {
    const { scrollTop, clientHeight, scrollHeight } = this.element;
    if (scrollTop !== this.#top) this.#follows = scrollTop + clientHeight > scrollHeight - rowHeight;
    return scrollTop;
  }

  #addRow(row: Row = new Row(`row-${this.#rows.length}`)): void {
    this.#rows.push(row);
    this.#body.append(row.element);
  }

  #onKey(event: KeyboardEvent): void {
    const at = placeAfter(event.key, this.#entries.indexOf(this.selected as Entry), this.#entries.length);
    if (at === undefined) return;
    event.preventDefault();
    this.select(this.#entries[at]);
  }

  #reveal(at: number): void {
    this.#chosen = undefined;
    const { scrollTop, clientHeight } = this.element;
    const top = at * rowHeight;
    // A filter may hide it.
    if (at >= 0)
      this.element.scrollTop = Math.max(
        top + rowHeight + headHeight - clientHeight,
        Math.min(scrollTop, top),
      );
  }

  #onClick({ target }: MouseEvent): void {
    const row = this.#rows.find(({ element }) => element.contains(target as Node));
    if (row) this.select(row.entry);
  }
}
