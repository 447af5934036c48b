/** Resolves when the worker is in one of these states. Rejects when it was replaced or could not be installed. */
export async function reach(worker: ServiceWorker, states: readonly ServiceWorkerState[]): Promise<void> {
  while (!states.includes(worker.state)) {
    if (worker.state === 'redundant') throw new Error('The worker was replaced or could not be installed.');
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
}
