/** A throw becomes a rejection; a promise stays what it is, so that it settles when it would natively. */
export function attempt<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error);
  }
}
