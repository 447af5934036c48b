/** What was waited for did not come in time. */
export class Timeout extends Error {
  override readonly name = 'TimeoutError';
}

/** Settles like the promise. Rejects with a `Timeout` once the limit is reached. */
export type Within = <Value>(promise: Promise<Value>, failure: string) => Promise<Value>;

/** A longer delay would make a timer fire at once. */
const maxDelay = 2 ** 31 - 1;

/** One limit in milliseconds for all that is waited for within it. */
export function deadline(timeout: number): Within {
  const end = performance.now() + timeout;
  return (promise, failure) => {
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<never>((_, reject) => {
      const fail = () => reject(new Timeout(`${failure} within ${timeout} ms.`));
      timer = setTimeout(fail, Math.min(end - performance.now(), maxDelay));
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  };
}
