// A flight, as the panel that asked for it saw it.

import type { Entry, Kind } from '../../server/counts.ts';

/** A map by its number, or what a picture is wanted for. */
export type Who = 1 | 2 | 3 | 4 | 'preload' | 'click';

/** Times are milliseconds since 1970. */
export interface Caller {
  readonly who: Who;
  readonly at: number;
}

export type Outcome = 'done' | 'failed' | 'abandoned';

export interface Flight {
  readonly kind: Kind;
  readonly url: string;
  /** The first one launched it. */
  readonly callers: Caller[];
  /** When callers left it. */
  readonly left: number[];
  readonly launched: number;
  ended?: number;
  outcome?: Outcome;
  /** What the server says of it. */
  server?: Entry;
}

export interface Sums {
  asked: number;
  joined: number;
  sent: number;
  aborted: number;
}

/** Tells what a URL asks for, as the server names it; undefined for others. */
export interface Paths {
  pathOf(url: string): string | undefined;
}

/** Milliseconds since 1970, as fine as the clock is. */
export const now = (): number => performance.timeOrigin + performance.now();
