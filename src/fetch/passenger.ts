import type { Seat } from '../core/flight.ts';
import type { Download } from './download.ts';

/** One caller aboard, from boarding to the last byte, unless it leaves: a seat, and a signal that gives it up. */
export class Passenger implements EventListenerObject {
  readonly seat: Seat<Download, Download>;
  readonly signal: AbortSignal | undefined;
  /** What an abort comes to. */
  onAbort: (reason: unknown) => void = (reason) => this.leave(reason);

  constructor(seat: Seat<Download, Download>, signal: AbortSignal | undefined) {
    this.seat = seat;
    this.signal = signal;
    signal?.addEventListener('abort', this);
  }

  handleEvent(): void {
    this.onAbort(this.signal?.reason);
  }

  /** Has all it came for: its signal means nothing any more. */
  arrive(): void {
    this.signal?.removeEventListener('abort', this);
  }

  /** Gives up. */
  leave(reason?: unknown): void {
    const { seat } = this;
    const { log, trip } = seat.flight.work?.plan ?? {};
    this.arrive();
    if (seat.aboard && trip) log?.note('leave', trip, seat.role);
    seat.leave(reason);
  }
}
