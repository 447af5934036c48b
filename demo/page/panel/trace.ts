// Records the requests of a panel: the caller of each, and the flight that answered it.

import type { Kind } from '../../server/counts.ts';
import type { Mode } from '../../server/site.ts';
import { type Ask, type Flight, now, type Outcome, type Paths, type Who } from './flight.ts';
import { Ledger } from './ledger.ts';

/** Fired when a caller asks. */
export class AskEvent extends Event {
  readonly ask: Ask;

  constructor(ask: Ask) {
    super('ask');
    this.ask = ask;
  }
}

/** Fires `ask`, `change` and `clear`; and `told` when more is known of what has happened. */
export class Trace extends EventTarget {
  /** In the order of launching, as far as the page can know it. */
  flights: Flight[] = [];
  readonly ledger: Ledger = new Ledger();
  readonly #mode: Mode;
  readonly #link: Paths;
  /** Asked and not on a flight yet, by URL, in the order of asking. */
  readonly #asking = new Map<string, Ask[]>();
  /** Without the library, each ask has its own flight, which ends with it. */
  readonly #own = new WeakMap<Ask, Flight>();

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

  clear(): void {
    this.flights = [];
    this.ledger.clear();
    this.#asking.clear();
    this.dispatchEvent(new Event('clear'));
    this.changed();
  }

  /** Records an ask. It will be on a flight; without the library, on its own one. */
  ask(who: Who, url: string): Ask {
    const ask: Ask = { who, url, kind: this.kindOf(url), at: now() };
    this.ledger.ask(this.#link.pathOf(url) ?? url, ask);
    if (this.#mode === 'off' && ask.kind !== 'gallery') this.#own.set(ask, this.launch(url, [ask]));
    else this.#asking.set(url, [...(this.#asking.get(url) ?? []), ask]);
    this.dispatchEvent(new AskEvent(ask));
    this.changed();
    return ask;
  }

  /** Records how an ask ended. A second outcome is ignored. */
  settle(ask: Ask | undefined, outcome: Outcome): void {
    if (!ask || ask.outcome) return;
    ask.outcome = outcome;
    ask.ended = now();
    if (outcome === 'aborted') this.leave(ask);
    this.end(this.#own.get(ask), outcome);
    this.changed();
  }

  /** Records the same outcome for all that wait for this resource, or for this kind of resource. */
  settleAll(outcome: Outcome, which: (ask: Ask) => boolean): void {
    for (const ask of this.ledger.waiting()) if (which(ask)) this.settle(ask, outcome);
  }

  /** Removes and returns up to `most` asks for a URL from before that time that are on no flight yet. */
  takeWaiting(url: string, most = Number.POSITIVE_INFINITY, before = Number.POSITIVE_INFINITY): Ask[] {
    const asking = this.#asking.get(url) ?? [];
    return asking.splice(0, Math.min(most, asking.filter(({ at }) => at < before).length));
  }

  /** The URL under which the page asked for what the server knows by a path. */
  urlOf(path: string): string | undefined {
    return [...this.#asking.keys()].find((url) => this.#link.pathOf(url) === path);
  }

  launch(url: string, callers: Ask[], kind: Kind = this.kindOf(url), launched: number = now()): Flight {
    const flight: Flight = { kind, url, callers, left: [], launched };
    this.flights.push(flight);
    this.changed();
    return flight;
  }

  join(flight: Flight | undefined, callers: readonly Ask[]): void {
    flight?.callers.push(...callers);
    if (flight) this.changed();
  }

  /** Notes in its flight that a caller has left. */
  leave(ask: Ask): void {
    const flight = this.flights.findLast(({ callers, ended }) => !ended && callers.includes(ask));
    flight?.left.push(now());
  }

  /** Records how a flight ended. A second outcome is ignored. */
  end(flight: Flight | undefined, outcome: Outcome, ended: number = now()): void {
    if (!flight || flight.ended) return;
    flight.ended = ended;
    flight.outcome = outcome;
    this.changed();
  }

  changed(): void {
    this.dispatchEvent(new Event('change'));
  }

  told(): void {
    this.dispatchEvent(new Event('told'));
  }
}
