// The details of the chosen row.

import { bytesText, numberText, timeText } from '../wording/words.ts';
import { make, prose, setText } from './dom.ts';
import type { Entry } from './entry.ts';
import { draw, toneOf } from './row.ts';
import { stateText, storyOf } from './wording.ts';

/** Callers that are listed. The rest is counted. */
const mostListed = 20;

export class Detail {
  readonly element: HTMLElement;
  readonly #url: HTMLElement = make('h3');
  readonly #body: HTMLElement = make('div');
  /** The details that are shown now. An entry changes while it is in flight. */
  #shown: string | undefined;

  constructor(onClose: () => void) {
    // The button and the URL stay, because a click or a selection on an element that is replaced is lost.
    this.element = make(
      'section',
      { class: 'detail', 'aria-label': 'Chosen request', tabindex: '0' },
      make('button', { class: 'close', click: onClose, 'aria-label': 'Close the details' }, '✕'),
      this.#url,
      this.#body,
    );
  }

  render(entry: Entry | undefined): void {
    this.element.hidden = !entry;
    if (!entry) return;
    const shown = JSON.stringify(entry);
    if (shown === this.#shown && entry.end !== undefined) return;
    this.#shown = shown;
    this.element.dataset.tone = toneOf(entry);
    setText(this.#url, entry.url);
    this.#body.replaceChildren(
      ...storyOf(entry).map((sentence) => make('p', {}, ...prose(sentence))),
      facts(entry),
      ...callersOf(entry),
    );
  }
}

function facts(entry: Entry): HTMLElement {
  const { method, bytes, start, end = performance.now() } = entry;
  const rows = [
    ['Method', method],
    ['State', stateText(entry)],
    ['Started', `at ${timeText(start)}`],
    ['Took', timeText(end - start)],
    ['Body', bytes ? bytesText(bytes) : 'unknown'],
  ] as const;
  return make('dl', {}, ...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));
}

function callersOf({ kind, callers, callerCount, start, end = performance.now() }: Entry): HTMLElement[] {
  if (kind !== 'flight') return [];
  const axis = { start, length: Math.max(end, ...callers) - start, now: end };
  const items = callers.slice(0, mostListed).map((time, at) => {
    const track = make('span', { class: 'track', 'aria-hidden': 'true' });
    draw(track, [{ look: 'flight', from: time, to: Math.max(end, time) }], axis);
    return make('li', {}, at ? `follower, ${timeText(time - start)} later` : 'leader', track);
  });
  const rest = callerCount - items.length;
  return [
    make('ol', { 'aria-label': 'Callers' }, ...items),
    ...(rest > 0 ? [make('p', {}, `and ${numberText(rest)} more`)] : []),
  ];
}
