import type { Linger, Whole } from './linger.ts';
import type { LaunchRecord, Log } from './log.ts';
import type { FetchOptions } from './options.ts';
import type { Launched, Unsettled } from './unsettled.ts';

/** What all flights of a wrapped fetch share. `Answer` is their work. */
export interface Surroundings<Answer extends Launched & Whole<Answer>> {
  readonly options: FetchOptions;
  readonly log: Log;
  readonly linger: Linger<Answer>;
  /** Holds the work until it settles. */
  readonly unsettled: Unsettled<Answer>;
}

/** What one flight is launched with. It may be kept for as long as a caller reads. */
export interface Launching {
  readonly record: LaunchRecord;
  readonly controller: AbortController;
  /** Counts the flights before this one whose headers did not come in time. A follower left each, and launched the next. */
  readonly waitedFor: number;
  /** Milliseconds for which a follower waits for the headers, because it may wait for itself. 0 when it cannot. */
  readonly selfWaitTimeout: number;
}
