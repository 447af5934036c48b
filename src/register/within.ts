/** Something did not come in time. */
export class Timeout extends Error {
  override readonly name = 'TimeoutError';
}

/** Rejects where the promise takes longer than that many milliseconds. */
export function within<Value>(timeout: number, promise: Promise<Value>, failure: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Timeout(`${failure} within ${timeout} ms.`)), timeout);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
