import type { Subscriber } from '../core/subscriber.ts';
import type { Answer } from './answer.ts';
import type { Transfer } from './transfer.ts';

/** The sender of a request: its client and its event. Both are undefined when a handler gets a request alone. */
export interface Sender {
  readonly clientId?: string | undefined;
  readonly event?: ExtendableEvent | undefined;
}

/** One request of one client. */
export interface Sent {
  readonly request: Request;
  readonly client: string;
  readonly event: ExtendableEvent | undefined;
  /** When it came, in milliseconds since 1970. */
  readonly time: number;
  /** When its browser was last asked whether it still waits, in milliseconds since 1970. */
  askedAt: number;
  /** Counts how often its browser was asked. */
  asks: number;
  /** True when it waits on another flight, or when its page has aborted it or another request that looks the same. */
  left: boolean;
}

/** One request of one client, as a subscriber of a flight. */
export interface Caller extends Sent {
  readonly subscriber: Subscriber<string, Answer, Transfer>;
  readonly transfer: Transfer;
  /** Settles the response of the event. */
  respond?: (response: Response | Promise<Response>) => void;
  /** The time of the abort by which it left. */
  abortTime?: number;
}

/** Extends an event until a promise settles. Does nothing for an event that is over, which no browser extends. */
export function extend(event: ExtendableEvent | undefined, until: Promise<unknown>): void {
  try {
    event?.waitUntil(until);
  } catch {
    // Its worker may be stopped, as in the middle of a plain `fetch`.
  }
}
