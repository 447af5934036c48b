import type { LaneWork } from '../core/place.ts';

/** The same work, which is aborted and fails when it takes longer than so many milliseconds. */
export function limited<Value>(work: LaneWork<Value>, timeout: number, url: string): LaneWork<Value> {
  if (timeout === Infinity) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const result = new Promise<Value>((resolve, reject) => {
    timer = setTimeout(() => {
      work.abort();
      reject(new DOMException(`GET ${url} took longer than ${timeout} ms.`, 'TimeoutError'));
    }, timeout);
    work.result.then(resolve, reject);
  });
  const stop = () => clearTimeout(timer);
  result.then(stop, stop);
  return {
    result,
    freed: work.freed,
    abort(reason) {
      stop();
      work.abort(reason);
    },
  };
}
