// Law 7, for two copies of the library on one page: two bundles have one each.

import { expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { bottom, comesTo } from '../support/layers.ts';

const { state } = bottom();

test('calls of two copies that wait at the same time under one wrapper are all sent', async () => {
  vi.resetModules();
  const { createFetch: createOther } = await import('../../src/fetch/create-fetch.ts');
  const [wrapped, other] = [createFetch(), createOther()];
  globalThis.fetch = async (input, init) => {
    await undefined;
    return wrapped(input, { ...init });
  };
  const calls = [wrapped, other].map((fetch, at) =>
    fetch(`http://coflight.test/${at}`, { method: 'POST', body: `${at}` }),
  );
  expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native']);
  expect(state.reached).toMatchObject([{ body: '0' }, { body: '1' }]);
});

test('calls are told apart where the global object is frozen', async () => {
  const set = vi.spyOn(Reflect, 'set').mockReturnValue(false);
  const wrapped = createFetch();
  globalThis.fetch = async (input, init) => {
    await undefined;
    return wrapped(input, { ...init });
  };
  const calls = ['0', '1'].map((body) => wrapped(`http://coflight.test/${body}`, { method: 'POST', body }));
  expect(await Promise.all(calls.map(comesTo))).toEqual(['native', 'native']);
  expect(state.reached).toMatchObject([{ body: '0' }, { body: '1' }]);
  set.mockRestore();
});
