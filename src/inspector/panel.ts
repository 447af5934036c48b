// The panel: the recording with its figures, its filter and its buttons. It works only while it is open.

import { Detail } from './detail.ts';
import { make } from './dom.ts';
import { filtered } from './filter.ts';
import { List } from './list.ts';
import { Recording } from './recording.ts';
import { resizeHandle, tellHeight } from './resize-handle.ts';
import type { Sources, WorkerNow } from './sources.ts';
import { Toolbar } from './toolbar.ts';
import { Totals } from './totals.ts';
import { emptyText, queueText, summary, workerText } from './wording.ts';

/** Milliseconds between two updates of rows in flight. */
const renderDelay = 100;

export class Panel {
  readonly element: HTMLElement;
  readonly #recording: Recording = new Recording(() => this.#schedule());
  readonly #list: List = new List({ onSelect: () => this.#schedule(), onScroll: () => this.#schedule() });
  readonly #detail: Detail = new Detail(() => this.#closeDetail());
  readonly #toolbar: Toolbar;
  readonly #totals: Totals = new Totals();
  #sources: Sources = {};
  #worker: WorkerNow | undefined;
  #stopWorker: (() => void) | undefined;
  /** The window that the panel is in. Another one may be hidden: it draws no frames, and must not use the clipboard. */
  #window: Window = window;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;
  #isPaused = false;

  constructor(close: () => void) {
    this.#toolbar = new Toolbar({
      filter: () => this.#schedule(),
      pause: (isPaused) => this.#pause(isPaused),
      clear: () => this.#clear(),
      copy: async () => this.#window.navigator.clipboard.writeText(JSON.stringify(this, null, 2)),
      close,
    });
    this.element = make('div', { class: 'panel', role: 'region', 'aria-label': 'coflight inspector' });
    this.element.append(
      resizeHandle(this.element),
      make(
        'div',
        { class: 'top' },
        make('h2', { class: 'name' }, 'coflight'),
        this.#totals.figures,
        this.#toolbar.buttons,
      ),
      this.#toolbar.element,
      make('div', { class: 'middle' }, this.#list.element, this.#detail.element),
      this.#totals.foot,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); // else the browser closes a dialog that the panel is in
      if (this.#list.selected) this.#closeDetail();
      else close();
    });
  }

  inspect(sources: Sources): void {
    this.#sources = sources;
    this.isOpen = this.#isOpen;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Listens to its sources exactly while it is open and not paused. */
  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    this.#listen();
    this.#stopWorker?.();
    this.#worker = undefined;
    this.#stopWorker = isOpen
      ? this.#sources.worker?.watch((stats) => {
          this.#worker = stats;
          this.#schedule();
        })
      : undefined;
    this.#window.cancelAnimationFrame(this.#frame);
    this.#window = this.element.ownerDocument.defaultView ?? window;
    this.#frame = 0;
    this.#schedule();
  }

  focus(): void {
    this.#list.element.focus();
  }

  /** Returns the text that is copied. */
  toJSON(): object {
    const { counts, savedBytes, entries } = this.#recording;
    return {
      counts: { ...counts, savedBytes },
      preloader: this.#sources.images?.stats(),
      worker: this.#worker,
      requests: filtered(entries, this.#toolbar.filter),
    };
  }

  #listen(): void {
    if (!this.#isOpen || this.#isPaused) this.#recording.stop();
    else this.#recording.start(this.#sources.fetch, this.#sources.images);
  }

  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#listen();
    this.#schedule();
  }

  #clear(): void {
    this.#list.select(undefined);
    this.#recording.clear();
  }

  #closeDetail(): void {
    this.#list.select(undefined);
    this.focus();
  }

  /** Renders once in the next frame, however often it is called. */
  #schedule(): void {
    if (this.#isOpen) this.#frame ||= this.#window.requestAnimationFrame(() => this.#render());
  }

  #render(): void {
    this.#frame = 0;
    clearTimeout(this.#timer);
    tellHeight(this.element);
    this.#recording.refresh();
    const { counts, savedBytes, entries } = this.#recording;
    const shown = filtered(entries, this.#toolbar.filter);
    const sources = this.#sources;
    // The other parts take room from the list.
    this.#detail.render(this.#list.selected);
    this.#toolbar.say(shown.length, entries.length);
    this.#totals.render(summary(counts, savedBytes), [
      sources.images && ['Preloader', queueText(sources.images.stats(), counts)],
      this.#worker && ['Service worker', workerText(this.#worker)],
    ]);
    const empty = emptyText(this.#toolbar.filter, { isPaused: this.#isPaused, ...sources });
    if (this.#list.render(shown, empty)) this.#timer = setTimeout(() => this.#schedule(), renderDelay);
  }
}
