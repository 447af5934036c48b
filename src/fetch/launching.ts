import type { Linger, Whole } from './linger.ts';
import type { LaunchRecord, Log } from './log.ts';
import type { FetchOptions } from './options.ts';
import type { SelfWait } from './self-wait.ts';

/** What a flight is launched with. `Answer` is its work. */
export interface Launching<Answer extends Whole<Answer>> {
  readonly record: LaunchRecord;
  readonly controller: AbortController;
  readonly options: FetchOptions;
  readonly log: Log;
  readonly linger: Linger<Answer>;
  /** Holds the work until it settles. */
  readonly unsettled: Set<Answer>;
  readonly selfWait: SelfWait;
}
