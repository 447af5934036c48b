// Law 6 on platforms whose `Request` knows more than the standard says: it is asked once for what it reads and shows.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const url = 'http://coflight.test/';

interface More extends RequestInit {
  readonly place?: string | object;
  readonly hint?: string;
  readonly next?: object;
}

/** Shows the member `place`, which a copy loses, and reads `hint`, which it does not show. */
class Unusual extends Request {
  readonly #place: string | object;

  constructor(input: string | URL | Request, init?: More) {
    super(input, init);
    this.#place = init?.place ?? 'anywhere';
    void init?.hint;
  }

  get place(): string | object {
    return this.#place;
  }
}

beforeEach(() => {
  vi.stubGlobal('Request', Unusual);
  vi.resetModules();
});
afterEach(() => void vi.unstubAllGlobals());

/** Makes calls in one turn. Returns what has become of them. */
async function made(...calls: readonly (readonly [input: string | Request, init?: More])[]) {
  const { createFetch } = await import('../../src/fetch/create-fetch.ts');
  const fetch = createFetch({ fetch: async () => new Response('answer') });
  const reasons: unknown[] = [];
  fetch.addEventListener('bypass', ({ detail }) => void reasons.push(detail.reason));
  for (const call of calls) void fetch(...call);
  const { launched, joined } = fetch.stats();
  return { launched, joined, reasons };
}

test('a member that only this platform shows keeps its Requests apart', async () => {
  const at = (place: string) => [new Unusual(url, { place })] as const;
  const expected = { launched: 2, joined: 1, reasons: [] };
  expect(await made(at('here'), at('there'), at('here'))).toEqual(expected);
});

test('an object that only this platform shows keeps its Requests apart, as the `cf` of workerd does', async () => {
  const wide = (width: number) => [new Unusual(url, { place: { width } })] as const;
  const again = wide(100);
  const expected = { launched: 3, joined: 1, reasons: [] };
  expect(await made(wide(100), wide(200), again, again)).toEqual(expected);
});

test('a member that only this platform shows keeps the inits of calls apart', async () => {
  const at = (place: string) => [url, { place }] as const;
  const expected = { launched: 3, joined: 2, reasons: [] };
  expect(await made([url], at('here'), at('there'), at('here'), [url])).toEqual(expected);
});

test('a member that this platform reads and does not show is not shared', async () => {
  const hinted = [url, { hint: 'a hint' }] as const;
  const expected = { launched: 1, joined: 1, reasons: ['init: hint', 'init: hint'] };
  expect(await made([url], hinted, hinted, [url])).toEqual(expected);
});

test('a member of a framework is not shared, though this platform does not read it', async () => {
  expect(await made([url], [url, { next: {} }])).toMatchObject({ launched: 1, reasons: ['init: next'] });
});
