// How flights come into the trace: by the events of the wrapped fetch, by those of images, by the server's log.

import type { CoalescingFetch, FlightDetail, FlightEvent } from 'coflight';
import type { Entry } from '../../server/counts.ts';
import type { Report } from '../../server/link.ts';
import type { Mode } from '../../server/site.ts';
import type { Flight, Outcome, Paths } from './flight.ts';
import type { Trace } from './trace.ts';

/** The library tells who launches and joins, and how a flight ends. */
export function followFetch(trace: Trace, fetch: CoalescingFetch): void {
  /** By the number that the events tell. */
  const flights = new Map<number, Flight>();
  const on = (type: FlightEvent, heard: (detail: FlightDetail) => void) =>
    fetch.addEventListener(type, ({ detail }) => heard(detail));
  const launch = ({ id, url }: FlightDetail) => flights.set(id, trace.launch(url, trace.takeWaiting(url, 1)));
  on('launch', launch);
  on('bypass', launch);
  on('join', ({ id, url }) => trace.join(flights.get(id), trace.takeWaiting(url, 1)));
  on('settle', ({ id, outcome }) => trace.end(flights.get(id), outcomeOf(outcome)));
  trace.addEventListener('clear', () => flights.clear());
}

/** It makes no difference here whether a caller has read the body to its end. */
const outcomeOf = (outcome: string | undefined): Outcome =>
  outcome === 'failed' || outcome === 'aborted' ? outcome : 'done';

/** The loader of images tells when a request goes out, and how it ends. */
export class ImageFlights {
  readonly #trace: Trace;
  readonly #flights = new Map<string, Flight>();

  constructor(trace: Trace) {
    this.#trace = trace;
    trace.addEventListener('clear', () => this.#flights.clear());
  }

  launch(url: string): void {
    this.#askAgain(this.#flights.get(url));
    this.#flights.set(url, this.#trace.launch(url, this.#trace.takeWaiting(url)));
  }

  /** The request that is under way is aborted, if there is one. */
  stepAside(url: string): void {
    this.#trace.end(this.#flights.get(url), 'aborted');
  }

  settle(url: string, outcome: Outcome): void {
    const flight = this.#flights.get(url);
    this.#trace.join(flight, this.#trace.takeWaiting(url));
    this.#trace.settleAll(outcome, (ask) => ask.url === url);
    this.#trace.end(flight, outcome);
  }

  /** Those whose request was aborted ask once more. */
  #askAgain(flight: Flight | undefined): void {
    for (const ask of flight?.callers ?? []) {
      if (ask.outcome) continue;
      this.#trace.settle(ask, 'aborted');
      this.#trace.ask(ask.who, ask.url);
    }
  }
}

/** No page sees which requests a worker shares. So here a flight is a request at the server, with all that asked before its end. */
export class ServerLog {
  readonly #trace: Trace;
  readonly #mode: Mode;
  readonly #link: Paths;
  /** By the server's number. */
  readonly #flights = new Map<number, Flight>();

  constructor(trace: Trace, mode: Mode, link: Paths) {
    this.#trace = trace;
    this.#mode = mode;
    this.#link = link;
    trace.addEventListener('clear', () => this.restart());
  }

  /** The server counts from one again. */
  restart(): void {
    this.#flights.clear();
  }

  /** Joins what the server says to what the page knows. */
  take({ log }: Report): void {
    for (const entry of log) {
      this.#trace.ledger.enter(entry);
      const flight = this.#flights.get(entry.id) ?? this.#flightOf(entry);
      this.#flights.set(entry.id, flight);
      flight.server = entry;
      if (this.#mode === 'worker')
        this.#trace.join(flight, this.#trace.takeWaiting(flight.url, undefined, entry.ended));
      if (entry.ended)
        this.#trace.end(flight, entry.outcome === 'answered' ? 'done' : 'aborted', entry.ended);
    }
  }

  /**
   * Returns the first flight without an entry of the server, if necessary one that was aborted: its request may have been
   * on its way. A request that no page has launched comes from a worker.
   */
  #flightOf({ path, kind, arrived }: Entry): Flight {
    const unseen = this.#trace.flights.filter(
      (flight) => !flight.server && this.#link.pathOf(flight.url) === path,
    );
    const known = unseen.find(({ ended = Number.POSITIVE_INFINITY }) => ended > arrived) ?? unseen[0];
    if (known) return known;
    const url = this.#trace.urlOf(path) ?? path;
    const callers = this.#trace.takeWaiting(url, 1);
    return this.#trace.launch(url, callers, kind, callers[0]?.at ?? arrived);
  }
}
