// The buttons and the filter.

import { count, numberText } from '../wording/words.ts';
import { make, setText } from './dom.ts';
import { type Filter, type Show, shows } from './filter.ts';

/** The actions of the buttons. */
export interface Actions {
  filter(): void;
  pause(isPaused: boolean): void;
  clear(): void;
  /** Rejects where the page may not use the clipboard. */
  copy(): Promise<void>;
  close(): void;
}

export class Toolbar {
  readonly element: HTMLElement;
  readonly buttons: HTMLElement;
  readonly #text: HTMLInputElement;
  readonly #show: HTMLSelectElement;
  readonly #said: HTMLElement = make('span', { class: 'said' });
  /** Text for screen readers. */
  readonly #status: HTMLElement = make('span', { class: 'quiet', role: 'status' });

  constructor({ filter, pause, clear, copy, close }: Actions) {
    this.#text = make('input', {
      type: 'search',
      placeholder: 'Filter by URL',
      'aria-label': 'Filter by URL',
      input: filter,
      keydown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !this.#text.value) return;
        // The panel would close, and a dialog that it is in.
        event.stopPropagation();
        event.preventDefault();
        this.#text.value = '';
        filter();
      },
    });
    const options = shows.map((show) => make('option', {}, show));
    this.#show = make('select', { 'aria-label': 'Show', change: filter }, ...options);
    const pauseButton = make('button', { 'aria-pressed': 'false' }, 'Pause');
    pauseButton.addEventListener('click', () => {
      const isPaused = pauseButton.getAttribute('aria-pressed') !== 'true';
      pauseButton.setAttribute('aria-pressed', `${isPaused}`);
      pause(isPaused);
    });
    const copyButton = make('button', {}, 'Copy as JSON');
    copyButton.addEventListener('click', () => {
      // A screen reader reads a text out when it changes.
      this.#announce('');
      copy().then(
        () => this.#announce('Copied.'),
        () => this.#announce('The browser has refused to copy.'),
      );
    });
    const clearButton = make('button', { click: clear }, 'Clear');
    const closeButton = make('button', { click: close, 'aria-label': 'Close the inspector' }, '✕');
    this.buttons = make('span', {}, closeButton);
    this.element = make(
      'div',
      { class: 'tools' },
      this.#text,
      this.#show,
      pauseButton,
      clearButton,
      copyButton,
      this.#said,
      this.#status,
    );
  }

  get filter(): Filter {
    return { text: this.#text.value, show: this.#show.value as Show };
  }

  /** Says how many rows are shown. */
  say(shown: number, all: number): void {
    const total = count(all, 'row');
    setText(this.#said, shown === all ? total : `${numberText(shown)} of ${total}`);
  }

  #announce(text: string): void {
    this.#status.classList.toggle('quiet', !text);
    setText(this.#status, text);
  }
}
