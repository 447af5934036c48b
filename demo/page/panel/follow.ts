// How flights come into the trace: by the events of the wrapped fetch, by those of images, by the server's log.

import type { CoalescingFetch, FlightDetail, FlightEvent } from 'coflight';
import type { Entry } from '../../server/counts.ts';
import type { Report } from '../../server/link.ts';
import type { Mode } from '../../server/site.ts';
import type { Flight, Outcome, Paths } from './flight.ts';
import type { Trace } from './trace.ts';

/** The library tells who launches, joins and leaves. */
export function followFetch(trace: Trace, fetch: CoalescingFetch): void {
  /** By the number that the events tell. */
  const flights = new Map<number, Flight>();
  const on = (type: FlightEvent, heard: (detail: FlightDetail) => void) =>
    fetch.addEventListener(type, ({ detail }) => heard(detail));
  const launch = ({ id, url }: FlightDetail) => flights.set(id, trace.launch(url, trace.board(url, 1)));
  on('launch', launch);
  on('bypass', launch);
  on('join', ({ id, url }) => trace.join(flights.get(id), trace.board(url, 1)));
  on('leave', ({ id, url }) => trace.leave(url, flights.get(id)));
  on('settle', ({ id, outcome }) =>
    trace.end(
      flights.get(id),
      outcome === 'failed' ? 'failed' : outcome === 'aborted' ? 'abandoned' : 'done',
    ),
  );
  trace.addEventListener('clear', () => flights.clear());
}

/** What is loaded as an image tells when a request goes out, and how it ends. */
export class ImageFlights {
  readonly #trace: Trace;
  readonly #flights = new Map<string, Flight>();

  constructor(trace: Trace) {
    this.#trace = trace;
    trace.addEventListener('clear', () => this.#flights.clear());
  }

  /** Where one is under way already, that one has stepped aside. */
  launch(url: string): void {
    this.#trace.end(this.#flights.get(url), 'abandoned');
    this.#flights.set(url, this.#trace.launch(url, this.#trace.board(url)));
  }

  settle(url: string, outcome: Outcome): void {
    this.#trace.join(this.#flights.get(url), this.#trace.board(url));
    this.#trace.end(this.#flights.get(url), outcome);
  }
}

/** What a worker shares no page can see: there a flight is what the server saw, and who asked before its end. */
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
      const flight = this.#flights.getOrInsertComputed(entry.id, () => this.#flightOf(entry));
      flight.server = entry;
      if (this.#mode === 'worker')
        this.#trace.join(flight, this.#trace.board(flight.url, undefined, entry.ended));
      if (entry.ended)
        this.#trace.end(flight, entry.outcome === 'answered' ? 'done' : 'abandoned', entry.ended);
    }
    if (log.length > 0) this.#trace.changed();
  }

  /**
   * The first one that the server has said nothing of, if need be one that was called off: its request may have been
   * on its way. What no page has launched, a worker has.
   */
  #flightOf({ path, kind, arrived }: Entry): Flight {
    const unseen = this.#trace.flights.filter(
      (flight) => !flight.server && this.#link.pathOf(flight.url) === path,
    );
    const known = unseen.find(({ ended = Number.POSITIVE_INFINITY }) => ended > arrived) ?? unseen[0];
    if (known) return known;
    const url = this.#trace.urlOf(path) ?? path;
    const callers = this.#trace.board(url, 1);
    return this.#trace.launch(url, callers, kind, callers[0]?.at ?? arrived);
  }
}
