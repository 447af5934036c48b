import { isPromise } from '../core/is-promise.ts';
import type { LaneWork } from '../core/lane-work.ts';
import { reportError } from '../core/report-error.ts';
import { lateness } from '../http/elapsed.ts';
import { misuse } from '../options/check.ts';

/** What a piece of work reports, besides its result. */
interface Reports {
  /** Called with a `TimeoutError` when the work takes longer than `timeout` milliseconds. */
  readonly late: (reason: unknown) => void;
  /** Called when the work is aborted before its image has arrived: a request ends. */
  readonly leave: () => void;
  /** Called with what was loaded after the abort, such as a bitmap that was being decoded. */
  readonly unwanted: (loaded: unknown) => void;
}

/** Returns work that reports when it takes too long, and when its request is aborted. Throws for what is no work. */
export function timedWork(
  work: LaneWork<unknown>,
  timeout: number,
  { late, leave, unwanted }: Reports,
): LaneWork<unknown> {
  if (!isPromise(Object(work).result))
    throw misuse('`load` of `as` to return `{ result }` with a promise', work);
  const { result, freed = result } = work;
  let timer: AbortSignal;
  const start = (again?: boolean) => {
    const due = Date.now() + timeout + lateness;
    timer = AbortSignal.timeout(timeout);
    timer.onabort = () => {
      // A timer that is late starts once more, because an image that has arrived may not have said so yet. It starts only
      // once more: in a hidden tab, each timer may be late.
      if (again || Date.now() < due) late(timer.reason);
      else start(true);
    };
  };
  start();
  let arrived = false;
  const arrive = () => {
    arrived = true;
  };
  freed.then(arrive, arrive);
  const stop = () => {
    timer.onabort = null;
  };
  result.then(stop, stop);
  return {
    result,
    freed,
    abort(reason) {
      stop();
      result.then(unwanted, stop);
      try {
        work.abort?.(reason);
      } catch (error) {
        reportError(error);
      }
      // An image that has arrived is only being decoded, so no request ends.
      if (!arrived) leave();
    },
  };
}
