// A flight, and those who asked, as the panel saw it.

import type { Entry, Kind } from '../../server/counts.ts';

/** A map by its number, or what a picture is wanted for. */
export type Who = 1 | 2 | 3 | 4 | 'preload' | 'click';

export type Outcome = 'done' | 'failed' | 'aborted';

/** Somebody asks for something. Times are milliseconds since 1970. */
export interface Ask {
  readonly who: Who;
  readonly url: string;
  readonly kind: Kind;
  readonly at: number;
  /** What came of it; undefined while it waits. */
  outcome?: Outcome;
  ended?: number;
}

export interface Flight {
  readonly kind: Kind;
  readonly url: string;
  /** The first one launched it. */
  readonly callers: Ask[];
  /** When callers left it. */
  readonly left: number[];
  readonly launched: number;
  ended?: number;
  outcome?: Outcome;
  /** What the server says of it. */
  server?: Entry;
}

/** Tells what a URL asks for, as the server names it; undefined for others. */
export interface Paths {
  pathOf(url: string): string | undefined;
}

/** Milliseconds since 1970, as fine as the clock is. */
export const now = (): number => performance.timeOrigin + performance.now();
