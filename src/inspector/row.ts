// One row of the list. Rows are few and used again: they show whichever entries are in view.

import { count, numberText } from '../wording/words.ts';
import type { Axis } from './axis.ts';
import { make, setText } from './dom.ts';
import { type Entry, isNearMiss, savedRequests } from './entry.ts';
import { durationText, pathOf, sizeText, stateText } from './wording.ts';

/** A bar from one moment to another, in percent of the track. */
interface Bar {
  readonly look: string;
  readonly from: number;
  readonly to: number;
}

/** The most follower marks in a row. More would merge into one bar. */
const mostMarks = 24;

export class Row {
  readonly element: HTMLElement;
  entry: Entry | undefined;
  readonly #cells: HTMLElement[];
  readonly #track: HTMLElement;
  /** Describes the track for screen readers. */
  readonly #label: HTMLElement = make('span', { class: 'quiet' });

  constructor(id: string) {
    const names = ['path', 'callers', 'size', 'time', 'state', 'track'];
    this.#cells = names.map((name) => make('div', { class: name, role: 'gridcell' }));
    this.#track = this.#cells.at(-1) as HTMLElement;
    this.#track.append(this.#label);
    this.element = make('div', { class: 'row', role: 'row', id }, ...this.#cells);
  }

  show(entry: Entry, axis: Axis): void {
    const { callerCount, kind, method, url, outcome } = entry;
    this.entry = entry;
    const [path, callers, size, time, state] = this.#cells as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    setText(path, `${method === 'GET' ? '' : `${method} `}${pathOf(url)}`);
    path.title = url;
    setText(callers, kind === 'flight' ? numberText(callerCount) : '–');
    callers.classList.toggle('many', callerCount > 1);
    setText(size, sizeText(entry));
    setText(time, durationText(entry, axis.now));
    setText(state, stateText(entry));
    state.title = stateText(entry);
    this.element.dataset.tone = toneOf(entry);
    setText(this.#label, `${outcome ?? 'in flight'}, ${count(callerCount, 'caller')}`);
    draw(this.#track, barsOf(entry, axis), axis);
  }
}

/** The meaning of a row's colour. */
export function toneOf(entry: Entry): string {
  if (entry.outcome === 'failed') return 'bad';
  if (entry.kind === 'bypass') return 'passed';
  if (entry.kind === 'image') return 'image';
  if (isNearMiss(entry)) return 'apart';
  return savedRequests(entry) ? 'shared' : 'sent';
}

function barsOf(entry: Entry, { now }: Axis): Bar[] {
  const { start, end = now, callers, callerCount } = entry;
  const look = lookOf(entry);
  if (callerCount < 2) return [{ look, from: start, to: end }];
  const [first = start, ...more] = callers.slice(1);
  const marks = [first, ...more.slice(0, mostMarks - 1)].map((from) => ({ look: 'mark', from, to: from }));
  return [
    { look, from: start, to: end },
    { look: 'joined', from: first, to: Math.max(end, first) },
    ...marks,
  ];
}

function lookOf({ kind, outcome }: Entry): string {
  if (outcome === 'failed') return 'bad';
  if (outcome === 'stepped aside') return 'aside';
  return kind === 'bypass' ? 'passed' : kind;
}

/** Draws bars, by properties: a CSP may refuse style attributes. */
export function draw(track: HTMLElement, bars: readonly Bar[], { start, length }: Axis): void {
  const existing = track.querySelectorAll('i');
  const percent = (ms: number) => `${((100 * ms) / (length || 1)).toFixed(2)}%`;
  for (const [at, { look, from, to }] of bars.entries()) {
    const bar = existing[at] ?? track.appendChild(make('i'));
    bar.dataset.look = look;
    bar.style.left = percent(from - start);
    bar.style.width = percent(to - from);
  }
  for (const bar of [...existing].slice(bars.length)) bar.remove();
}
