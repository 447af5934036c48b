import { expect, test } from 'vitest';
import { copyOf } from '../../src/service-worker/copy.ts';
import { unhandled } from '../support/unhandled.ts';
import { streaming } from '../support/worker-network.ts';

test('A copy whose connection has failed is stopped without an unhandled rejection', async () => {
  const errors = await unhandled(async () => {
    const { response, fail } = streaming();
    const { body, stop } = copyOf(response, 100);
    fail(new TypeError('reset'));
    stop();
    await body.catch(() => {});
  });
  expect(errors).toEqual([]);
});
