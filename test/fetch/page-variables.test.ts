// A script of the page may have a variable with the name of a global object that it may replace.

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inBrowser } from '../support/native.ts';
import { Network } from '../support/network.ts';

const url = 'http://coflight.test/';

afterEach(() => void vi.unstubAllGlobals());

test('calls are answered where the platform has no `performance` at all', async () => {
  // Node loads it when it is first read, and needs `performance` for that.
  expect(Request).toBeTypeOf('function');
  const { performance } = globalThis;
  onTestFinished(() => void Object.assign(globalThis, { performance }));
  Reflect.deleteProperty(globalThis, 'performance');
  const network = new Network();
  const answer = createFetch({ fetch: network.fetch })(url);
  network.sent[0]?.answer();
  network.sent[0]?.end();
  expect(await (await answer).text()).toBe('');
});

test.each([{ yearToDate: 3 }, { now: 3 }, 5, null, undefined])(
  'calls are answered, and events have the time of the same clock, when `var performance` is %o',
  async (own) => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const times: number[] = [];
    for (const type of ['launch', 'join', 'settle'] as const)
      fetch.addEventListener(type, ({ detail }) => void times.push(detail.time));
    const before = performance.now();

    vi.stubGlobal('performance', own);
    const calls = [fetch(url), fetch(url)];
    const age = fetch.flights()[0]?.age;
    network.sent[0]?.answer();
    network.sent[0]?.arrive(new TextEncoder().encode('whole'));
    network.sent[0]?.end();
    const texts = await Promise.all(calls.map(async (call) => (await call).text()));
    vi.unstubAllGlobals();

    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThanOrEqual(Math.ceil(performance.now() - before));
    expect(texts).toEqual(['whole', 'whole']);
    expect(network.sent).toHaveLength(1);
    expect(times).toHaveLength(3);
    for (const time of times) {
      expect(time).toBeGreaterThanOrEqual(Math.floor(before));
      expect(time).toBeLessThanOrEqual(Math.ceil(performance.now()));
    }
  },
);

// Node itself uses the global classes.
test.runIf(inBrowser)(
  'a body is a native stream where a polyfill has replaced the classes of streams',
  async () => {
    vi.resetModules();
    const fresh = await import('../../src/fetch/create-fetch.ts');
    const { fetch, sent } = new Network();
    const wrapped = fresh.createFetch({ fetch });
    const calls = [wrapped(url), wrapped(url)];
    sent[0]?.answer();
    sent[0]?.arrive(new TextEncoder().encode('whole'));
    sent[0]?.end();

    vi.stubGlobal('ReadableStream', class {});
    vi.stubGlobal('WritableStream', class extends WritableStream {});
    const streams = (await Promise.all(calls)).map(({ body }) => body);
    const chunks = await Promise.all(streams.map((stream) => stream?.getReader().read()));
    vi.unstubAllGlobals();

    for (const stream of streams) expect(stream).toBeInstanceOf(ReadableStream);
    expect(chunks.map((chunk) => new TextDecoder().decode(chunk?.value))).toEqual(['whole', 'whole']);
  },
);
