import type { Linger, Whole } from './linger.ts';
import type { LaunchRecord, Log } from './log.ts';
import type { FetchOptions } from './options.ts';
import type { Launched, Unsettled } from './unsettled.ts';

/** What a flight is launched with. `Answer` is its work. */
export interface Launching<Answer extends Launched & Whole<Answer>> {
  readonly record: LaunchRecord;
  readonly controller: AbortController;
  readonly options: FetchOptions;
  readonly log: Log;
  readonly linger: Linger<Answer>;
  /** Holds the work until it settles. */
  readonly unsettled: Unsettled<Answer>;
  /** Counts the flights before this one whose headers did not come in time. A follower left each, and launched the next. */
  readonly waitedFor: number;
  /** Milliseconds for which a follower waits for the headers, because it may wait for itself. 0 when it cannot. */
  readonly selfWaitTimeout: number;
}
