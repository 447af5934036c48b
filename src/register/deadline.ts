import { elapsed, lateness } from '../http/elapsed.ts';

/** The error for an answer or a state that did not come in time. */
export class Timeout extends Error {
  override readonly name = 'TimeoutError';
}

/** Settles like the promise, or rejects with a `Timeout` at the deadline. */
export type Within = <Value>(promise: Promise<Value>, failure: string) => Promise<Value>;

/**
 * Sets one deadline, in milliseconds from now, for several steps. The time begins once more when the page was frozen: the
 * page hears only then what came meanwhile.
 */
export function deadline(timeout: number): Within {
  let end = elapsed() + timeout;
  let isAgain = false;
  return (promise, failure) => {
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<never>((_, reject) => {
      const wait = () => {
        timer = setTimeout(check, Math.max(0, end - elapsed()));
      };
      const check = () => {
        if (!isAgain && elapsed() >= end + lateness) {
          isAgain = true;
          end = elapsed() + timeout;
        }
        if (elapsed() < end) wait();
        else reject(new Timeout(`${failure} within ${timeout} ms.`));
      };
      wait();
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  };
}
