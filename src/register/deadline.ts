import { elapsed } from '../http/elapsed.ts';

/** The error for an answer or a state that did not come in time. */
export class Timeout extends Error {
  override readonly name = 'TimeoutError';
}

/** Settles like the promise, or rejects with a `Timeout` at the deadline. */
export type Within = <Value>(promise: Promise<Value>, failure: string) => Promise<Value>;

/** Sets one deadline, in milliseconds from now, for several steps. */
export function deadline(timeout: number): Within {
  const end = elapsed() + timeout;
  return (promise, failure) => {
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<never>((_, reject) => {
      const fail = () => reject(new Timeout(`${failure} within ${timeout} ms.`));
      timer = setTimeout(fail, Math.max(0, end - elapsed()));
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  };
}
