// What a panel saw of its requests: who asked, and which flight that became.

import type { Kind } from '../../server/counts.ts';
import type { Mode } from '../../server/site.ts';
import { type Caller, type Flight, now, type Outcome, type Paths, type Sums, type Who } from './flight.ts';

const nothing = (): Sums => ({ asked: 0, joined: 0, sent: 0, aborted: 0 });

/** Fires `change`. */
export class Trace extends EventTarget {
  /** In the order of launching, as far as the page can know it. */
  flights: Flight[] = [];
  sums: Record<Kind, Sums> = { tiles: nothing(), json: nothing(), gallery: nothing() };
  readonly #mode: Mode;
  readonly #link: Paths;
  /** Asked and not aboard of a flight yet, by URL, in the order of asking. */
  readonly #asking = new Map<string, Caller[]>();

  constructor(mode: Mode, link: Paths) {
    super();
    this.#mode = mode;
    this.#link = link;
  }

  /** When the first flight began; now, where there is none. */
  get begun(): number {
    return this.flights[0]?.launched ?? now();
  }

  /** Milliseconds from the first flight to the end of the last. */
  get span(): number {
    return (
      this.flights.reduce((end, flight) => Math.max(end, flight.ended ?? now()), this.begun) - this.begun
    );
  }

  /** What a URL asks for; of another server, only tiles are asked for. */
  kindOf(url: string): Kind {
    const path = this.#link.pathOf(url) ?? 'tiles';
    return path.startsWith('tiles') ? 'tiles' : path.startsWith('gallery') ? 'gallery' : 'json';
  }

  /** Fires `clear` as well. */
  clear(): void {
    this.flights = [];
    this.sums = { tiles: nothing(), json: nothing(), gallery: nothing() };
    this.#asking.clear();
    this.dispatchEvent(new Event('clear'));
    this.changed();
  }

  /** Somebody asks for something, and will be aboard of a flight: without the library, of one of their own. */
  ask(who: Who, url: string): void {
    this.#sumsOf(url).asked++;
    this.#asking.getOrInsertComputed(url, () => []).push({ who, at: now() });
    if (this.#mode === 'off' && this.kindOf(url) !== 'gallery') this.launch(url, this.board(url, 1));
    this.changed();
  }

  /** Those who asked for it and are not aboard of a flight yet; at most so many, and only those who asked before. */
  board(url: string, most = Number.POSITIVE_INFINITY, before = Number.POSITIVE_INFINITY): Caller[] {
    const asking = this.#asking.get(url) ?? [];
    return asking.splice(0, Math.min(most, asking.filter(({ at }) => at < before).length));
  }

  /** The URL under which the page asked for what the server knows by a path. */
  urlOf(path: string): string | undefined {
    return [...this.#asking.keys()].find((url) => this.#link.pathOf(url) === path);
  }

  launch(url: string, callers: Caller[], kind: Kind = this.kindOf(url), launched: number = now()): Flight {
    const flight: Flight = { kind, url, callers, left: [], launched };
    this.flights.push(flight);
    this.sums[kind].sent++;
    this.changed();
    return flight;
  }

  join(flight: Flight | undefined, callers: Caller[]): void {
    if (!flight) return;
    this.sums[flight.kind].joined += flight.callers.length ? callers.length : Math.max(0, callers.length - 1);
    flight.callers.push(...callers);
    this.changed();
  }

  /** Somebody gave up, aboard of that flight or of the last one of the URL that is under way. */
  leave(url: string, flight = this.flights.findLast((one) => one.url === url && !one.ended)): void {
    this.#sumsOf(url).aborted++;
    flight?.left.push(now());
    if (this.#mode === 'off') this.end(flight, 'abandoned');
    this.changed();
  }

  /** All maps have what they want: what this server has not seen by now was called off, as no event has told. */
  sweep(): void {
    for (const flight of this.flights)
      if (!flight.server && flight.kind !== 'gallery')
        this.end(flight, this.#link.pathOf(flight.url) ? 'abandoned' : 'done');
  }

  /** It is over; what is said later counts no more. */
  end(flight: Flight | undefined, outcome: Outcome, ended: number = now()): void {
    if (!flight || flight.ended) return;
    flight.ended = ended;
    flight.outcome = outcome;
    this.changed();
  }

  changed(): void {
    this.dispatchEvent(new Event('change'));
  }

  #sumsOf(url: string): Sums {
    return this.sums[this.kindOf(url)];
  }
}
