import { next } from '../http/next.ts';

/** The error about a worker that was replaced or could not be installed, or that its registration does not name. */
export class Redundant extends Error {}

/**
 * Resolves when the worker is in one of these states. Rejects with `Redundant` when it never will be. After the signal
 * has aborted, it listens no longer and does not settle.
 */
export async function reachState(
  worker: ServiceWorker,
  states: readonly ServiceWorkerState[],
  signal?: AbortSignal,
): Promise<void> {
  while (!states.includes(worker.state)) {
    if (worker.state === 'redundant')
      throw new Redundant('The worker was replaced or could not be installed.');
    await next(worker, 'statechange', signal);
  }
}

/** Resolves when the worker is installed. Rejects when it could not be installed. */
export const installed = (worker: ServiceWorker): Promise<void> =>
  reachState(worker, ['installed', 'activating', 'activated']);
