// Counters, events and `forget()`.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch, type FlightListener } from '../../src/fetch/create-fetch.ts';
import type { FlightDetail } from '../../src/fetch/log.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

type Detail = Parameters<FlightListener>[0]['detail'];
const types = ['launch', 'join', 'leave', 'settle', 'bypass'] as const;

/** A fetch, and all its events in order. */
function heard() {
  const fetch = createFetch();
  const events: (Detail & { type: string })[] = [];
  for (const type of types) fetch.addEventListener(type, ({ detail }) => events.push({ type, ...detail }));
  return { fetch, events };
}

describe('events', () => {
  test('report a flight from launch to settling, with times and bytes', async () => {
    const { fetch, events } = heard();
    const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end' });
    const before = performance.now();
    const reader = readerOf(await fetch(url));
    await piece(reader);
    const late = await fetch(new Request(url));
    await open('end');
    await late.text();
    expect(events).toMatchObject([
      { type: 'launch', url, role: 'leader', bytes: 0, request: { url, method: 'GET' } },
      { type: 'join', url, role: 'follower', bytes: 6 },
      { type: 'settle', url, bytes: 11, outcome: 'done' },
    ]);
    const times = [before, ...events.map(({ time }) => time), performance.now()];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(new Set(events.map(({ key }) => key)).size).toBe(1);
    expect(events[0]?.key).toContain(url);
    await reader.cancel();
  });

  test('give each flight a number, and identical requests one key', async () => {
    const { fetch, events } = heard();
    const { url } = resource();
    await (await fetch(url)).text();
    await (await fetch(url)).text();
    const [one, other] = events.filter(({ type }) => type === 'launch');
    expect(one?.id).not.toBe(other?.id);
    expect(one?.key).toBe(other?.key);
  });

  test('end with `settle`: an abort by its listener changes nothing for a caller that has read every byte', async () => {
    const { fetch, events } = heard();
    const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end' });
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    onTestFinished(() => void vi.unstubAllGlobals());
    const control = new AbortController();
    fetch.addEventListener('settle', () => control.abort('too late'));
    const reader = readerOf(await fetch(url, control));
    const pieces = [await piece(reader)];
    await open('end');
    pieces.push(await piece(reader), await piece(reader));
    expect(pieces).toEqual(['firsts', 'econd', undefined]);
    expect(events.map(({ type }) => type)).toEqual(['launch', 'settle']);
    expect(reportError).not.toHaveBeenCalled();
  });

  test('come inside the call', () => {
    const { fetch, events } = heard();
    const { url } = resource();
    const calls = [fetch(url), fetch(url), fetch(url, { method: 'POST' })];
    expect(events.map(({ type, role }) => [type, role])).toEqual([
      ['launch', 'leader'],
      ['join', 'follower'],
      ['bypass', 'bypass'],
    ]);
    return Promise.all(calls);
  });

  test('report callers that leave, and a flight that all callers have left', async () => {
    const { fetch, events } = heard();
    const { url, seen } = resource({ gate: 'headers' });
    const controller = new AbortController();
    const calls = [1, 2].map(() => fetch(url, { signal: controller.signal }));
    await seen({ requests: 1 });
    controller.abort();
    await Promise.allSettled(calls);
    expect(events.map(({ type, role, outcome }) => [type, role, outcome])).toEqual([
      ['launch', 'leader', undefined],
      ['join', 'follower', undefined],
      ['leave', 'leader', undefined],
      ['leave', 'follower', undefined],
      ['settle', 'leader', 'aborted'],
    ]);
  });

  test('report once that a caller leaves whose response was cloned: with the last of its bodies', async () => {
    const { fetch, events } = heard();
    const { url } = resource({ body: 'firstsecond', chunk: 6, gate: 'end' });
    const leaves = () => events.filter(({ type }) => type === 'leave').length;
    const control = new AbortController();
    const [cancels, aborts] = await Promise.all([fetch(url), fetch(url, { signal: control.signal })]);
    const clone = cancels.clone();
    await cancels.body?.cancel();
    expect(leaves()).toBe(0);
    await clone.body?.cancel();
    expect(leaves()).toBe(1);
    const clones = [aborts.clone(), aborts.clone()];
    control.abort();
    expect(leaves()).toBe(2);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, left: 2 });
    for (const aborted of [aborts, ...clones]) await expect(aborted.text()).rejects.toThrow('abort');
  });

  test('do not report a caller that has read its body and drops a clone of it', async () => {
    const { fetch, events } = heard();
    const response = await fetch(resource().url);
    const clone = response.clone();
    await response.text();
    await clone.body?.cancel();
    expect(events.map(({ type }) => type)).toEqual(['launch', 'settle']);
  });

  test('report that a caller leaves whose response is cloned in the abort', async () => {
    const { fetch, events } = heard();
    const control = new AbortController();
    let clone: Response | undefined;
    control.signal.addEventListener('abort', () => {
      clone = response.clone();
    });
    const response = await fetch(resource({ body: 'firstsecond', chunk: 6, gate: 'end' }).url, control);
    control.abort();
    await clone?.body?.cancel();
    expect(events.map(({ type }) => type)).toEqual(['launch', 'leave', 'settle']);
  });

  test('report a failure', async () => {
    const { fetch, events } = heard();
    const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end', reset: 'body', length: 1 });
    const response = await fetch(url);
    await open('end');
    await response.text().catch(() => {});
    await fetch('http://127.0.0.1:9/', { method: 'POST' }).catch(() => {});
    expect(events.filter(({ type }) => type === 'settle')).toMatchObject([
      { outcome: 'failed', url },
      { outcome: 'failed', role: 'bypass', url: 'http://127.0.0.1:9/' },
    ]);
    expect(fetch.stats()).toMatchObject({ settled: 2, failed: 2 });
  });

  test.each(['forget', 'write'])('Events of a call that joins may close the flight: by %s', async (by) => {
    const fetch = createFetch();
    const { url, open } = resource({ body: 'firstsecond', chunk: 6, gate: 'end' });
    fetch.addEventListener('join', () => {
      if (by === 'forget') fetch.forget();
      else void fetch(resource().url, { method: 'POST' });
    });
    const one = await fetch(url);
    const reader = readerOf(one.clone());
    await piece(reader);
    const other = fetch(url);
    await open('end');
    expect(await (await other).text()).toBe('firstsecond');
    expect(await one.text()).toBe('firstsecond');
    await reader.cancel();
  });

  test('Events of a launch or a join may abort the caller, who then leaves (#19)', async () => {
    const { fetch, events } = heard();
    const { url } = resource({ gate: 'headers' });
    const control = new AbortController();
    fetch.addEventListener('join', () => control.abort());
    const leaving = new AbortController();
    const first = fetch(url, { signal: leaving.signal });
    await expect(fetch(url, { signal: control.signal })).rejects.toThrow('abort');
    expect(events.map(({ type, role }) => [type, role])).toEqual([
      ['launch', 'leader'],
      ['join', 'follower'],
      ['leave', 'follower'],
    ]);
    expect(fetch.stats().left).toBe(1);
    leaving.abort();
    await expect(first).rejects.toThrow('abort');
  });

  test('Events of a caller that leaves may abort it, and it leaves once', async () => {
    const { fetch, events } = heard();
    const { url } = resource({ 'header.vary': '*' });
    const control = new AbortController();
    const subscribers: unknown[] = [];
    fetch.addEventListener('leave', () => {
      subscribers.push(...fetch.flights().map((flight) => flight.subscribers));
      control.abort();
    });
    const first = fetch(url);
    await expect(fetch(url, { signal: control.signal })).rejects.toThrow('abort');
    expect(await (await first).text()).toBe('ok');
    expect(events.filter(({ type }) => type === 'leave')).toMatchObject([{ role: 'follower' }]);
    expect(fetch.stats().left).toBe(1);
    expect(subscribers).toEqual([1]);
  });

  test('report that a caller leaves whose signal the launch aborts', async () => {
    const control = new AbortController();
    const fetch = createFetch({
      fetch: async (input, init) => {
        control.abort();
        return globalThis.fetch(input, init);
      },
    });
    const events: string[] = [];
    for (const type of types) fetch.addEventListener(type, () => events.push(type));
    await expect(fetch(resource().url, { signal: control.signal })).rejects.toThrow('abort');
    expect(events).toEqual(['launch', 'leave', 'settle']);
    expect(fetch.stats()).toMatchObject({ launched: 1, left: 1, settled: 1, inFlight: 0 });
  });

  test('Events of a flight that has settled may ask again, which sends a new request', async () => {
    const failure = new TypeError('failed');
    const answers: (() => Response)[] = [
      () => {
        throw failure;
      },
      () => new Response(null, { status: 204 }),
      () => new Response('body'),
      () => new Response('last'),
    ];
    const fetch = createFetch({ fetch: async () => (answers.shift() as () => Response)() });
    const again: Promise<Response>[] = [];
    fetch.addEventListener('settle', () => {
      if (answers.length) again.push(fetch('http://coflight.test/'));
    });
    await expect(fetch('http://coflight.test/')).rejects.toBe(failure);
    await expect.poll(() => again.length).toBe(2);
    expect(await (await (again[1] as Promise<Response>)).text()).toBe('body');
    await expect.poll(() => again.length).toBe(3);
    expect(await (await (again[2] as Promise<Response>)).text()).toBe('last');
    expect(fetch.stats()).toMatchObject({ launched: 4, joined: 0, failed: 1 });
  });

  test('name the URL of the answer to a call that was not shared, after redirects (#19)', async () => {
    const finalUrl = 'https://map.example/saved';
    const answer = Object.defineProperty(new Response(), 'url', { value: finalUrl });
    const fetch = createFetch({ fetch: async () => answer });
    const told: FlightDetail[] = [];
    for (const type of ['bypass', 'settle'] as const)
      fetch.addEventListener(type, ({ detail }) => void told.push(detail));
    await fetch('https://map.example/save', { method: 'POST' });
    expect(told.map((detail) => detail.finalUrl)).toEqual([undefined, finalUrl]);
  });

  test('do not reach a listener that was removed', async () => {
    const fetch = createFetch();
    let told = 0;
    const listener = () => void told++;
    fetch.addEventListener('launch', listener);
    await (await fetch(resource().url)).text();
    fetch.removeEventListener('launch', listener);
    await (await fetch(resource().url)).text();
    fetch.addEventListener('launch', listener, { once: true });
    for (let call = 0; call < 3; call++) await (await fetch(resource().url)).text();
    expect(told).toBe(2);
  });
});

describe('stats', () => {
  test('count the calls and the requests', async () => {
    const fetch = createFetch();
    const { url } = resource({ body: 'eleven here' });
    const calls = [
      fetch(url),
      fetch(url),
      fetch(url, { method: 'POST' }),
      fetch(url, { signal: AbortSignal.abort() }),
    ];
    expect(fetch.stats()).toMatchObject({ calls: 4, launched: 1, joined: 1, bypassed: 1, inFlight: 2 });
    const [one, other] = (await Promise.allSettled(calls)).map(
      (it) => (it as PromiseFulfilledResult<Response>).value,
    );
    await one?.text();
    await other?.body?.cancel();
    expect(fetch.stats()).toEqual({
      calls: 4,
      launched: 1,
      joined: 1,
      bypassed: 1,
      left: 1,
      settled: 2,
      failed: 0,
      bytes: 11,
      inFlight: 0,
    });
  });

  test('are a copy', () => {
    const fetch = createFetch();
    (fetch.stats() as { calls: number }).calls = 7;
    expect(fetch.stats().calls).toBe(0);
  });
});

describe('forget', () => {
  const url = 'http://example.com/places?zoom=4';
  type Target = Parameters<ReturnType<typeof createFetch>['forget']>[0];
  /** Whether a read in flight was forgotten. */
  function forgotten(...target: [Target?]): boolean {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    void fetch(url);
    fetch.forget(...target);
    void fetch(url);
    return fetch.stats().joined === 0;
  }

  test.each<[string, Target]>([
    ['nothing: all', undefined],
    ['a string', url],
    ['a string with a fragment', `${url}#here`],
    ['a URL', new URL(url)],
    ['a Request', new Request(url)],
    ['an object with an address, as a `location`', { href: url } as URL],
    ['a function', (request: Request) => request.url.includes('zoom=4')],
  ])('forgets by %s', (_, target) => {
    expect(forgotten(target)).toBe(true);
  });

  test.each<[string, Target]>([
    ['another URL', 'http://example.com/places'],
    ['a function that says no', () => false],
  ])('does not close a flight that differs from %s', (_, target) => {
    expect(forgotten(target)).toBe(false);
  });

  test.each([
    [null],
    [5],
    ['http://'],
    [/places/],
    [[url]],
    [{ url }],
    [{ toString: () => url }],
    [Promise.resolve(url)],
  ])('refuses %o, which names no request', (target) => {
    expect(() => forgotten(target as never)).toThrow(
      /^Expected `target` to be a URL, a Request or a function, got `/,
    );
  });

  test('closes the flight that is being launched, too', async () => {
    const fetch = createFetch({
      fetch: async (input) => {
        fetch.forget('http://example.com/another');
        return new Response(`answer to ${input}`);
      },
    });
    const one = fetch('http://example.com/');
    const other = fetch('http://example.com/');
    expect(await Promise.all([one, other].map(async (call) => (await call).text()))).toHaveLength(2);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });

  test('is no abort: callers that wait are not affected', async () => {
    const fetch = createFetch();
    const { url, open, hits } = resource({ body: 'firstsecond', chunk: 6, gate: 'end' });
    const [one, other] = await Promise.all([fetch(url), fetch(url)]);
    const reader = readerOf(one);
    await piece(reader);
    fetch.forget();
    const next = await fetch(url);
    await open('end');
    expect(await Promise.all([other.text(), next.text()])).toEqual(['firstsecond', 'firstsecond']);
    expect(await piece(reader)).toBe('econd');
    expect(await hits()).toBe(2);
  });

  test.each<[string, () => ReturnType<typeof createFetch>]>([
    ['is its option `fetch`', () => createFetch({ fetch: createFetch({ linger: 60_000 }) })],
    [
      'was global before',
      () => {
        globalThis.fetch = createFetch({ linger: 60_000 });
        return createFetch();
      },
    ],
    [
      'became global later',
      () => {
        const fetch = createFetch();
        globalThis.fetch = createFetch({ linger: 60_000 });
        return fetch;
      },
    ],
    [
      'hot reloading has left below it',
      () => {
        for (let run = 0; run < 3; run++) globalThis.fetch = createFetch({ linger: 60_000 });
        return globalThis.fetch as ReturnType<typeof createFetch>;
      },
    ],
    [
      'calls this one, and is global',
      () => {
        const fetch = createFetch({ linger: 60_000 });
        globalThis.fetch = createFetch({ fetch });
        return fetch;
      },
    ],
    [
      'calls this one by another one, and is global',
      () => {
        const fetch = createFetch({ linger: 60_000 });
        globalThis.fetch = createFetch({ fetch: createFetch({ fetch }) });
        return fetch;
      },
    ],
  ])('reaches the flights of a wrapped fetch that %s', async (_, arrange) => {
    const { fetch: native } = globalThis;
    onTestFinished(() => void (globalThis.fetch = native));
    const fetch = arrange();
    // Two wrapped fetches that call each other do not know it yet by a call.
    fetch.forget();
    const { url, open, seen, hits } = resource({ gate: 'headers', cache: 'max-age=0' });
    const before = fetch(url);
    await seen({ requests: 1 });
    fetch.forget();
    const after = fetch(url);
    await open('headers');
    await Promise.all([before, after].map(async (call) => (await call).text()));
    expect(await hits()).toBe(2);
    fetch.forget((request) => request.url === url);
    await (await fetch(url)).text();
    expect(await hits()).toBe(3);
  });
});
