// Law 2: Node warns of a leak above ten listeners on one signal. The native fetch does not make it warn.

import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

/** Returns the warnings of Node while `act` runs. Warnings come in a later turn. */
async function warnings(act: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const note = ({ name }: Error) => void seen.push(name);
  process.on('warning', note);
  try {
    await act();
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  } finally {
    process.off('warning', note);
  }
  return seen;
}

test('fifty concurrent calls on one signal cause no warning of Node (#12)', async () => {
  const fetch = createFetch();
  const { signal } = new AbortController();
  const { url, open } = resource({ gate: 'headers' });
  const seen = await warnings(async () => {
    const calls = Array.from({ length: 50 }, (_, at) => fetch(`${url}&at=${at % 5}`, { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await open('headers');
    for (const response of await Promise.all(calls)) expect(await response.text()).toBe('ok');
  });
  expect(seen).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('fifty streams and clones on one signal cause no warning of Node (#12)', async () => {
  const fetch = createFetch();
  const { signal } = new AbortController();
  const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end' });
  const seen = await warnings(async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => fetch(url, { signal })));
    const all = responses.flatMap((response) => [response, response.clone()]);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await open('end');
    for (const response of all) expect(await response.text()).toBe('firstsecond');
  });
  expect(seen).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
