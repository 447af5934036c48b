import { getEventListeners } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { reachState } from '../../src/register/reach-state.ts';
import { TestWorker } from '../support/worker-page.ts';

const start = () => {
  const worker = new TestWorker();
  worker.state = 'installing';
  return { worker, real: worker as unknown as ServiceWorker };
};

afterEach(() => void Reflect.deleteProperty(Object.prototype, 'signal'));

test('A worker is waited for also where the page has given `Object.prototype` a `signal`', async () => {
  const { worker, real } = start();
  Object.assign(Object.prototype, { signal: 7 });
  const reached = reachState(real, ['activated']);
  for (const state of ['installed', 'activated'] as const) {
    worker.become(state);
    await Promise.resolve();
  }
  await reached;
});

test('A worker that is redundant was not installed', async () => {
  const { worker, real } = start();
  const reached = reachState(real, ['activated']);
  worker.become('redundant');
  await expect(reached).rejects.toThrow('The worker was replaced or could not be installed.');
});

test('A signal that aborts removes the listener', () => {
  const { worker, real } = start();
  const controller = new AbortController();
  void reachState(real, ['redundant'], controller.signal);
  expect(getEventListeners(worker, 'statechange')).toHaveLength(1);
  controller.abort();
  expect(getEventListeners(worker, 'statechange')).toEqual([]);
});
