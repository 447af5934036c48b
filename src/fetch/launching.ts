import type { Linger, Whole } from './linger.ts';
import type { LaunchRecord, Log } from './log.ts';
import type { FetchOptions } from './options.ts';
import type { Launched, Unsettled } from './unsettled.ts';

/** The state that all flights of a wrapped fetch share. `Answer` is their work. */
export interface FlightContext<Answer extends Launched & Whole<Answer>> {
  readonly options: FetchOptions;
  readonly log: Log;
  readonly linger: Linger<Answer>;
  /** Holds the work until it settles. */
  readonly unsettled: Unsettled<Answer>;
}

/** The data of one launch. A caller that reads the body may keep it alive. */
export interface Launching {
  readonly record: LaunchRecord;
  readonly controller: AbortController;
  /**
   * How long followers have waited in vain for the flights before this one, in multiples of the first timeout. A follower
   * left each, and launched the next.
   */
  readonly waitedFor: number;
  /**
   * Returns after how many milliseconds a follower of a first flight may be the call that the flight has sent. 0 when it
   * cannot be. A wrapper may be put on top while the flight waits.
   */
  readonly selfWaitTimeout: () => number;
}
