// Answers that say for whom they are: followers whom they do not serve go their own way, each once.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { Network } from '../support/network.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

type Query = Record<string, string | number>;

/** Returns the answers of three callers, and the number of requests. */
async function three(query: Query, accepts: readonly string[] = ['a', 'a', 'a']) {
  const fetch = createFetch({ ignoreHeaders: ['accept'] });
  const { url, hits, open } = resource({ gate: 'headers', ...query });
  const calls = accepts.map((accept) => fetch(url, { headers: { accept } }));
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 2 });
  await open('headers');
  const responses = await Promise.all(calls);
  const texts = await Promise.all(responses.map((response) => response.text()));
  const numbers = responses.map((response) => response.headers.get('x-number'));
  return { texts, numbers: numbers.sort(), hits: await hits(), stats: fetch.stats() };
}

describe('Vary', () => {
  test.each(['*', 'accept, *'])('%s makes each follower send its own request, once', async (vary) => {
    const { texts, numbers, hits, stats } = await three({ vary });
    expect(texts).toEqual(['ok', 'ok', 'ok']);
    expect(numbers).toEqual(['1', '2', '3']);
    expect(hits).toBe(3);
    expect(stats).toMatchObject({ bypassed: 2, inFlight: 0 });
  });

  test.each(['Accept', 'x-other, ACCEPT'])('%s shares among callers that sent the same', async (vary) => {
    const { numbers, hits } = await three({ vary }, ['a', 'b', 'a']);
    expect(numbers).toEqual(['1', '1', '2']);
    expect(hits).toBe(2);
  });

  test('Vary by a header in which no caller differs keeps no caller apart', async () => {
    expect((await three({ vary: 'accept-language, origin' }, ['a', 'b', 'c'])).hits).toBe(1);
  });

  test('keeps no caller apart where the answer has none', async () => {
    expect((await three({}, ['a', 'b', 'c'])).hits).toBe(1);
  });

  test('makes a caller that joins mid-body send its own request, and the others read on', async () => {
    const fetch = createFetch();
    const { url, hits, open } = resource({ vary: '*', body: 'firstsecond', chunk: 6, gate: 'end' });
    const reader = readerOf(await fetch(url));
    expect(await piece(reader)).toBe('firsts');
    const late = await fetch(url);
    await open('end');
    expect(await late.text()).toBe('firstsecond');
    expect(await piece(reader)).toBe('econd');
    expect(await hits()).toBe(2);
  });
});

test('a follower that sends its own request keeps its own abort', async () => {
  const fetch = createFetch();
  const { url, open, seen } = resource({ vary: '*', gate: 'headers' });
  const controller = new AbortController();
  const leader = fetch(url);
  const follower = fetch(url, { signal: controller.signal });
  await open('headers1');
  expect(await (await leader).text()).toBe('ok');
  await seen({ requests: 2 });
  controller.abort('enough');
  // WebKitGTK does not pass the reason on.
  if (inWebKit) await expect(follower).rejects.toThrow('aborted');
  else await expect(follower).rejects.toBe('enough');
  expect((await seen({ aborted: 1 })).aborted).toBe(1);
});

test('a follower that sends its own request keeps the abort that came with its Request', async () => {
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch });
  const url = 'http://coflight.test/';
  const controller = new AbortController();
  const leads = fetch(url);
  const request = new Request(url, controller);
  const follows = fetch(request);
  network.sent[0]?.answer({ headers: { vary: '*' } });
  await expect.poll(() => network.sent.length).toBe(2);
  controller.abort('enough');
  await expect(follows).rejects.toBe('enough');
  // Node passes no abort on to a request that was collected. Used here, it is not.
  expect(request.signal.reason).toBe('enough');
  await (await leads).body?.cancel();
});

test('a follower without headers gets no answer that varies by a header of the leader', async () => {
  const fetch = createFetch({ ignoreHeaders: ['x-trace'] });
  const { url, open, hits } = resource({ vary: 'x-trace', gate: 'headers' });
  const leader = fetch(url, { headers: { 'x-trace': '1' } });
  const follower = fetch(url);
  await open('headers1');
  await open('headers2');
  for (const call of [leader, follower]) expect(await (await call).text()).toBe('ok');
  expect(fetch.stats()).toMatchObject({ joined: 1, bypassed: 1 });
  expect(await hits()).toBe(2);
});

test('a follower that sends its own request no longer keeps the one that it left', async () => {
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch });
  const url = 'http://coflight.test/';
  const [leads, follows] = [fetch(url), fetch(url)];
  const [shared] = network.sent;
  shared?.answer({ headers: { vary: '*' } });
  await expect.poll(() => network.sent.length).toBe(2);
  network.sent[1]?.answer();
  await (await leads).body?.cancel();
  await expect.poll(() => shared?.signal?.aborted).toBe(true);
  expect(network.sent[1]?.signal?.aborted).not.toBe(true);
  await (await follows).body?.cancel();
});

afterEach(() => void vi.unstubAllGlobals());

/** Counts the requests that are made from now on. Returns what tells their number. */
function countRequests(): () => number {
  let made = 0;
  class Counted extends Request {
    constructor(...args: ConstructorParameters<typeof Request>) {
      super(...args);
      made++;
    }
  }
  vi.stubGlobal('Request', Counted);
  return () => made;
}

test('followers with only a URL make no `Request`, also for an answer with a `Vary`', async () => {
  const network = new Network();
  const fetch = createFetch({ fetch: network.fetch });
  const calls = Array.from({ length: 10 }, () => fetch('http://coflight.test/'));
  const made = countRequests();
  network.sent[0]?.answer({ headers: { vary: 'accept-encoding, origin' } });
  network.sent[0]?.end();
  await Promise.all(calls.map(async (call) => (await call).text()));
  expect(network.sent).toHaveLength(1);
  // That of the leader, to which `Vary` is applied.
  expect(made()).toBeLessThanOrEqual(1);
});

test('calls with only a URL make no `Request`, also below a function that was put on top', async () => {
  const fetch = createFetch();
  const top = vi.fn(async () => new Response('ok'));
  vi.stubGlobal('fetch', top);
  // Once the function has answered, calls need no mark.
  await (await fetch('http://coflight.test/first')).text();
  const made = countRequests();
  const calls = [fetch('http://coflight.test/'), fetch('http://coflight.test/')];
  await Promise.all(calls.map(async (call) => (await call).text()));
  expect(top).toHaveBeenCalledTimes(2);
  expect(made()).toBe(0);
});

test('a follower that left before the headers sends nothing', async () => {
  const fetch = createFetch();
  const { url, open, hits } = resource({ vary: '*', gate: 'headers' });
  const controller = new AbortController();
  const leader = fetch(url);
  const follower = fetch(url, { signal: controller.signal });
  controller.abort('enough');
  await expect(follower).rejects.toBe('enough');
  await open('headers');
  expect(await (await leader).text()).toBe('ok');
  expect(fetch.stats().bypassed).toBe(0);
  expect(await hits()).toBe(1);
});
