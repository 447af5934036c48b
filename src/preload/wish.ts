import type { Claim } from './claim.ts';
import type { ImageOutcome } from './events.ts';
import type { Wanted } from './source.ts';

/** One image that a group wants. */
export interface Wish<Result> extends Wanted<Result>, Claim {
  priority: number;
  hand?: Claim['hand'];
  awaited?: boolean;
  order?: number;
  outcome?: ImageOutcome;
}
