// A flight and its callers, as the panel saw them.

import type { Entry, Kind } from '../../server/counts.ts';

/** A map by its number, or the purpose of a picture. */
export type Who = 1 | 2 | 3 | 4 | 'preload' | 'click';

export type Outcome = 'done' | 'failed' | 'aborted';

/** One call. Times are milliseconds since 1970. */
export interface Ask {
  readonly who: Who;
  readonly url: string;
  readonly kind: Kind;
  readonly at: number;
  /** How it ended; undefined while it waits. */
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
  /** The server's entry for it. */
  server?: Entry;
}

/** Returns the server's name for what a URL asks for; undefined for other URLs. */
export interface Paths {
  pathOf(url: string): string | undefined;
}

/** Milliseconds since 1970, as fine as the clock is. */
export const now = (): number => performance.timeOrigin + performance.now();
