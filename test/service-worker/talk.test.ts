import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WorkerStats } from '../../src/protocol/messages.ts';
import { listeners, seen } from '../support/worker-scope.ts';

type Handlers = typeof import('../../src/service-worker/handler.ts');
let createHandler: Handlers['createHandler'];
let told: unknown[];

/** A worker that has just been started. */
beforeEach(async () => {
  vi.resetModules();
  for (const type of Object.keys(listeners)) delete listeners[type];
  told = [];
  const client = { id: 'one', type: 'window', postMessage: (message: unknown) => void told.push(message) };
  const clients = {
    matchAll: async () => [client],
    get: async (id: string) => (id === 'one' ? client : undefined),
  };
  vi.stubGlobal('clients', clients);
  ({ createHandler } = await import('../../src/service-worker/handler.ts'));
  return () => vi.unstubAllGlobals();
});

const hear = (type: string, event: object) => {
  for (const listener of listeners[type] ?? []) listener(event as never);
};

/** Returns the worker's answer to a message of the page. */
const answer = async (data: unknown): Promise<unknown> => {
  const answers: unknown[] = [];
  const waited: Promise<unknown>[] = [];
  const ports = [{ postMessage: (answer: unknown) => void answers.push(answer) }];
  const waitUntil = (promise: Promise<unknown>) => void waited.push(promise);
  hear('message', { data, ports, source: { id: 'one' }, waitUntil });
  await Promise.all(waited);
  return answers[0];
};

const stats = async () => (await answer({ type: 'coflight:stats' })) as WorkerStats;
const event = (clientId: string) => ({ clientId, waitUntil() {} }) as never;

describe('a worker that has handlers alone', () => {
  test('answers a page that registers it', async () => {
    createHandler();
    expect(await stats()).toMatchObject({ controlled: true, inFlight: 0, all: { calls: 0 } });
  });

  test('counts for all its handlers, by client, also requests that are not shared', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const [one, two] = [createHandler({ fetch }), createHandler({ fetch })];
    one({ request: seen('/a'), event: event('one') });
    two({ request: seen('/a'), event: event('two') });
    two({ request: seen('/a', { cache: 'reload' }), event: event('one') });
    expect(await stats()).toMatchObject({
      inFlight: 2,
      all: { calls: 3, launched: 2, bypassed: 1 },
      page: { calls: 2, launched: 1, bypassed: 1 },
    });
  });

  test('takes a fetch event as it is (#19)', async () => {
    const fetch = vi.fn((_: Request, __?: unknown) => new Promise<Response>(() => {}));
    const handle = createHandler({ fetch });
    const events = [seen('/a'), seen('/a', { cache: 'reload' })].map((request) => ({
      request,
      clientId: 'one',
      waitUntil: vi.fn(),
    }));
    for (const event of events) handle(event);
    expect(fetch.mock.calls.map(([, event]) => event)).toEqual(events);
    expect(events[0]?.waitUntil).toHaveBeenCalledOnce();
    expect(await stats()).toMatchObject({ page: { calls: 2, launched: 1, bypassed: 1 } });
  });

  test('knows pages, frames and workers, and forgets those that are closed', async () => {
    const handle = createHandler({ fetch: () => new Promise<Response>(() => {}) });
    handle({ request: seen('/a'), event: event('one') });
    const matchAll = vi.fn(async (): Promise<{ id: string }[]> => []);
    vi.stubGlobal('clients', { matchAll, claim() {} });
    expect(await stats()).toMatchObject({ all: { calls: 1 }, page: { calls: 0 }, controlled: false });
    expect(matchAll.mock.calls).toEqual([[{ type: 'all' }]]);
    matchAll.mockResolvedValue([{ id: 'one' }]);
    expect(await stats()).toMatchObject({ all: { calls: 1 }, page: { calls: 0 }, controlled: true });
  });

  test('ends nothing when no page has said that it is closed', async () => {
    const signals: AbortSignal[] = [];
    const handle = createHandler({
      fetch: ({ signal }) => {
        signals.push(signal);
        return new Promise<Response>(() => {});
      },
    });
    handle(seen('/a'));
    hear('message', { data: { type: 'coflight:leave' }, ports: [], source: null, waitUntil() {} });
    await stats();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  test('forgets in all its handlers', async () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const handlers = [createHandler({ fetch }), createHandler({ fetch })];
    for (const handle of handlers) handle(seen('/a'));
    expect(await answer({ type: 'coflight:forget' })).toBe(true);
    for (const handle of handlers) handle(seen('/a'));
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  test('fences reads in all its handlers when a page writes, and asks that page for the end', async () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const handlers = [createHandler({ fetch }), createHandler({ fetch })];
    for (const handle of handlers) handle(seen('/a'));
    hear('fetch', { request: seen('/login', { method: 'POST' }), clientId: 'one' });
    for (const handle of handlers) handle(seen('/a'));
    expect(fetch).toHaveBeenCalledTimes(4);
    await expect.poll(() => told.length).toBeTruthy();
    expect(told).toEqual([
      {
        type: 'coflight:write',
        url: 'https://map.example/login',
        method: 'POST',
        time: expect.any(Number),
      },
    ]);
    await answer({ ...(told[0] as object), type: 'coflight:answered' });
    for (const handle of handlers) {
      handle(seen('/b'));
      handle(seen('/b'));
    }
    expect(fetch).toHaveBeenCalledTimes(6);
  });

  test('goes on fencing when the page says that it will report the end of its write', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const handle = createHandler({ fetch });
    hear('fetch', { request: seen('/login', { method: 'POST' }), clientId: 'one' });
    await expect.poll(() => told.length).toBeTruthy();
    await answer({ ...(told[0] as object), type: 'coflight:watched' });
    vi.advanceTimersByTime(30_000);
    handle(seen('/a'));
    handle(seen('/a'));
    expect(fetch).toHaveBeenCalledTimes(2);
    await answer({ ...(told[0] as object), type: 'coflight:answered' });
    handle(seen('/b'));
    handle(seen('/b'));
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('fences nothing when a page sends a %s', (method) => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const handle = createHandler({ fetch });
    handle(seen('/a'));
    hear('fetch', { request: seen('/b', { method }), clientId: 'one' });
    handle(seen('/a'));
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(told).toEqual([]);
  });

  test('asks no page when none has sent a write', async () => {
    createHandler();
    hear('fetch', { request: seen('/login', { method: 'POST' }), clientId: '' });
    await stats();
    expect(told).toEqual([]);
  });

  test('takes a form for answered when the page that it opens sends a request, and asks no page for the end', async () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const handle = createHandler({ fetch });
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const request = seen('/login', { method: 'POST', mode: 'navigate' });
    hear('fetch', { request, clientId: 'one', resultingClientId: 'next' });
    vi.advanceTimersByTime(2_000);
    handle(seen('/a'));
    handle({ request: seen('/b', { destination: 'image' }), event: event('one') });
    // Only a page that the form may have opened says that it is answered.
    hear('fetch', { request: seen('/a'), clientId: 'one' });
    handle(seen('/a'));
    expect(fetch).toHaveBeenCalledTimes(2);
    hear('fetch', { request: seen('/a'), clientId: 'next' });
    handle(seen('/a'));
    expect(fetch).toHaveBeenCalledTimes(3);
    hear('fetch', { request: seen('/a'), clientId: 'next' });
    handle(seen('/a'));
    expect(fetch).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
    await stats();
    expect(told).toEqual([]);
  });

  test('takes a form for answered when its answer redirects to another page', () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const handle = createHandler({ fetch });
    const open = (method: string) =>
      hear('fetch', {
        request: seen('/login', { method, mode: 'navigate' }),
        clientId: '',
        resultingClientId: 'next',
      });
    open('POST');
    handle(seen('/login'));
    open('GET');
    handle(seen('/login'));
    handle(seen('/login'));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('takes a form for answered when a new page sends a request: redirects by way of another origin change its id', () => {
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const handle = createHandler({ fetch });
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const read = (clientId: string) => {
      const request = seen('/a');
      hear('fetch', { request, clientId });
      handle({ request, event: event(clientId) });
    };
    const request = seen('/login', { method: 'POST', mode: 'navigate' });
    hear('fetch', { request, clientId: 'one', resultingClientId: 'next' });
    vi.advanceTimersByTime(2_000);
    read('one');
    read('other');
    expect(fetch).toHaveBeenCalledTimes(2);
    for (const known of ['one', 'other']) read(known);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test.each([undefined, null, 'text', { type: 'another' }])('does not answer %j', async (message) => {
    createHandler();
    expect(await answer(message)).toBeUndefined();
  });
});

describe('a handler without the option `fetch`', () => {
  test('sends to the global one, also what is not shared and has no event', async () => {
    const network = vi.fn(async () => new Response('native'));
    vi.stubGlobal('fetch', network);
    const handle = createHandler();
    for (const request of [seen('/a'), seen('/a', { cache: 'reload' })])
      expect(await (await handle(request)).text()).toBe('native');
    expect(network).toHaveBeenCalledTimes(2);
    expect(await stats()).toMatchObject({ all: { calls: 2, launched: 1, bypassed: 1 } });
  });
});

test('a message of nobody is about the requests of nobody', async () => {
  createHandler();
  const waitUntil = () => {};
  const data = { type: 'coflight:leave' };
  expect(() => hear('message', { data, ports: [], source: null, waitUntil })).not.toThrow();
});

describe('a worker that has just been activated', () => {
  /** A page whose loading began so many milliseconds after the activation, and which the browser did not claim. */
  const open = async (delay: number) => {
    const controlled: { id: string }[] = [];
    const claim = vi.fn(async () => {});
    vi.stubGlobal('clients', { matchAll: async () => controlled, get: async () => undefined, claim });
    const { coalesceFetchEvents } = await import('../../src/service-worker/fetch-events.ts');
    coalesceFetchEvents({ standalone: true });
    hear('activate', { waitUntil() {} });
    expect(claim).toHaveBeenCalledTimes(1);
    claim.mockImplementation(async () => void controlled.push({ id: 'one' }));
    const stats = await answer({ type: 'coflight:stats', openedAt: Date.now() + delay });
    return { claim, stats };
  };

  test('claims a page that was being opened meanwhile', async () => {
    const { claim, stats } = await open(-100);
    expect(claim).toHaveBeenCalledTimes(2);
    expect(stats).toMatchObject({ controlled: true });
  });

  test('leaves a page alone that was opened later: its user has asked for a hard reload', async () => {
    const { claim, stats } = await open(100);
    expect(claim).toHaveBeenCalledTimes(1);
    expect(stats).toMatchObject({ controlled: false });
  });
});
