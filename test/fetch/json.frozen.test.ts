// Law 9 with `json: 'frozen'`: JSON is parsed once for all callers and deeply frozen.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

interface Places {
  places: { name: string; tags: string[] }[];
}

const body = JSON.stringify({ places: [{ name: 'Zürich', tags: ['lake'] }] });

describe("`json: 'frozen'`", () => {
  test('gives every caller of one flight the same value, parsed once', async () => {
    const fetch = createFetch({ json: 'frozen' });
    const { url } = resource({ body });
    const parse = vi.spyOn(JSON, 'parse');
    const values = await Promise.all([1, 2, 3].map(async () => (await fetch(url)).json()));
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toEqual(JSON.parse(body));
    expect(parse.mock.calls.filter(([text]) => text === body)).toHaveLength(2); // one of them is this test's
    parse.mockRestore();
  });

  test('freezes the value with all that it holds, also for a lone caller', async () => {
    const fetch = createFetch({ json: 'frozen' });
    const value = (await (await fetch(resource({ body }).url)).json()) as Places;
    expect(() => value.places.push({ name: 'Bern', tags: [] })).toThrow(TypeError);
    expect(() => value.places[0]?.tags.push('river')).toThrow(TypeError);
    expect(Object.isFrozen(value.places[0])).toBe(true);
  });

  test('takes a value that is nested more deeply than a stack is', async () => {
    const depth = 20_000;
    const fetch = createFetch({
      json: 'frozen',
      fetch: async () => new Response(`${'['.repeat(depth)}${']'.repeat(depth)}`),
    });
    let value: unknown = await (await fetch('http://coflight.test/deep')).json();
    let levels = 0;
    for (; Array.isArray(value) && Object.isFrozen(value); value = value[0]) levels++;
    expect(levels).toBe(depth);
  });

  test.each(['null', 'false', '0', '""', '7'])('returns %s as it is', async (text) => {
    const fetch = createFetch({ json: 'frozen' });
    const { url } = resource({ body: text, length: 1 });
    const read = async () => (await fetch(url)).json();
    expect(await Promise.all([read(), read()])).toEqual([JSON.parse(text), JSON.parse(text)]);
  });

  test('rejects every caller of broken JSON with a SyntaxError', async () => {
    const fetch = createFetch({ json: 'frozen' });
    const { url } = resource({ body: '{"places":' });
    const read = async () => (await fetch(url)).json();
    const outcomes = await Promise.allSettled([read(), read()]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { name: 'SyntaxError' } });
  });

  test('leaves text, bytes and the value of a clone’s reader as they are', async () => {
    const fetch = createFetch({ json: 'frozen' });
    const { url } = resource({ body });
    const [one, other] = await Promise.all([fetch(url), fetch(url)]);
    const copy = one.clone();
    expect(await one.text()).toBe(body);
    expect(await copy.json()).toBe(await other.json());
  });
});

describe('members that a page adds to Object.prototype', () => {
  const added: unknown[] = [];

  beforeEach(() => {
    Object.defineProperty(Object.prototype, 'added', {
      value: added,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, 'added');
  });

  test.each(['own', 'frozen'] as const)('are no part of a parsed value (json: %s)', async (json) => {
    const fetch = createFetch({ json });
    const { url } = resource({ body });
    const values = await Promise.all([1, 2].map(async () => (await fetch(url)).json()));
    for (const value of values) expect(Object.keys(value as object)).toEqual(['places']);
    expect(Object.isFrozen(added)).toBe(false);
  });
});

test("without `json: 'frozen'` every caller may change its value", async () => {
  const fetch = createFetch();
  const { url } = resource({ body });
  const [one, other] = (await Promise.all([1, 2].map(async () => (await fetch(url)).json()))) as [
    Places,
    Places,
  ];
  one.places.push({ name: 'Bern', tags: [] });
  expect(other).toEqual(JSON.parse(body));
});
