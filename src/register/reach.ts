/** Options of a listener for one event. They have no prototype: a page may have given `Object.prototype` a `signal`. */
export const once = (signal?: AbortSignal): AddEventListenerOptions =>
  ({ __proto__: null, once: true, signal }) as AddEventListenerOptions;

/**
 * Resolves when the worker is in one of these states. Rejects when it was replaced or could not be installed. After the
 * signal has aborted, it listens no longer and does not settle.
 */
export async function reach(
  worker: ServiceWorker,
  states: readonly ServiceWorkerState[],
  signal?: AbortSignal,
): Promise<void> {
  while (!states.includes(worker.state)) {
    if (worker.state === 'redundant') throw new Error('The worker was replaced or could not be installed.');
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, once(signal)));
  }
}
