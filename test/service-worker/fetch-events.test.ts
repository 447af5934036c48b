import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EventOptions } from '../../src/service-worker/options.ts';
import { listeners, seen } from '../support/worker-scope.ts';

let skipWaiting: ReturnType<typeof vi.fn>;
let network: ReturnType<typeof vi.fn<(request: Request) => Promise<Response>>>;

/** A worker that has just been started. */
beforeEach(() => {
  vi.resetModules();
  for (const type of Object.keys(listeners)) delete listeners[type];
  skipWaiting = vi.fn();
  vi.stubGlobal('skipWaiting', skipWaiting);
  network = vi.fn(async () => new Response('native'));
  vi.stubGlobal('fetch', network);
  const clients = { matchAll: async () => [{ id: 'one' }], get: async () => undefined, claim: vi.fn() };
  vi.stubGlobal('clients', clients);
  return () => vi.unstubAllGlobals();
});

const hear = (type: string, event: object) => {
  for (const listener of listeners[type] ?? []) listener(event as never);
};
const start = async (options?: EventOptions) =>
  (await import('../../src/service-worker/fetch-events.ts')).coalesceFetchEvents(options);
/** Imports the ready-made worker, with a query. */
async function startReady(search: string) {
  vi.stubGlobal('location', new URL(`https://map.example/coflight-sw.js${search}`));
  await import('../../src/service-worker/coflight-sw.ts');
}

/** Returns the worker's answer to a request; undefined when it is left to the browser. */
function answer(request: Request, waitUntil: (promise: Promise<unknown>) => void = () => {}) {
  let answered: Promise<Response> | undefined;
  const respondWith = (response: Promise<Response>) => {
    answered = response;
  };
  hear('fetch', { request, clientId: 'one', respondWith, waitUntil });
  return answered;
}
const text = async (response: Promise<Response> | undefined) => (await response)?.text();

/** The worker's statistics. */
async function stats() {
  const got = Promise.withResolvers<{ page: object }>();
  const data = { type: 'coflight:stats' };
  hear('message', { data, ports: [{ postMessage: got.resolve }], source: { id: 'one' }, waitUntil() {} });
  return (await got.promise).page;
}

describe('`coalesceFetchEvents`', () => {
  test('answers requests from shared flights, with the network’s answer', async () => {
    await start();
    const answers = [answer(seen('/a')), answer(seen('/a'))];
    expect(await Promise.all(answers.map(text))).toEqual(['native', 'native']);
    expect(network).toHaveBeenCalledTimes(1);
    expect(await stats()).toMatchObject({ calls: 2, launched: 1, joined: 1, bypassed: 0 });
  });

  test('answers a request that fails with a network error, because Chromium reports a rejected answer as unhandled (#19)', async () => {
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    await start();
    expect(await answer(seen('/a'))).toMatchObject({ type: 'error', status: 0 });
  });

  test('reports the errors of a `fetch` of the site, because the page sees a network error alone', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const [error, abort] = [new Error('no tile'), new DOMException('', 'AbortError')];
    await start({ fetch: vi.fn().mockRejectedValueOnce(error).mockRejectedValueOnce(abort) });
    expect(await answer(seen('/a'))).toMatchObject({ type: 'error' });
    expect(await answer(seen('/a'))).toMatchObject({ type: 'error' });
    expect(report.mock.calls).toEqual([[error]]);
  });

  test('leaves requests to the browser that must not be shared, and counts them', async () => {
    await start();
    expect(answer(seen('/a', { cache: 'reload' }))).toBeUndefined();
    expect(await stats()).toMatchObject({ calls: 1, bypassed: 1 });
  });

  test.each<[string, EventOptions]>([
    ['a list', { match: ['/tiles/*', '/places'] }],
    ['one URL', { match: '/tiles/*' }],
  ])('leaves requests to the browser that `match` does not name: %s', async (_, options) => {
    await start(options);
    expect(await text(answer(seen('/tiles/1')))).toBe('native');
    expect(answer(seen('/other'))).toBeUndefined();
  });

  test('answers a browser that comes back because a caller waits, although `match` does not name the address', async () => {
    const gate = Promise.withResolvers<Response>();
    network.mockReturnValue(gate.promise);
    await start({ match: /\/a$/ });
    const asked = answer(seen('/a'));
    const request = { url: 'https://map.example/a', destination: '' };
    const data = { type: 'coflight:abort', request, time: Date.now() + 1 };
    hear('message', { data, ports: [], source: { id: 'one' }, waitUntil() {} });
    const back = answer(seen((await asked)?.headers.get('location') ?? ''));
    gate.resolve(new Response('waited for'));
    expect(await text(back)).toBe('waited for');
    expect(network).toHaveBeenCalledTimes(1);
  });

  test('leaves an origin to the browser that the policy of the worker forbids', async () => {
    await start();
    const violation = { blockedURI: 'https://tiles.example/1' };
    hear('securitypolicyviolation', { ...violation, disposition: 'report' });
    expect(answer(seen('https://tiles.example/2'))).toBeDefined();
    hear('securitypolicyviolation', { ...violation, disposition: 'enforce' });
    expect(answer(seen('https://tiles.example/3'))).toBeUndefined();
    expect(answer(seen('/a'))).toBeDefined();
  });

  test('ignores the case of the names in `ignoreHeaders`', async () => {
    await start({ ignoreHeaders: ['X-Trace'] });
    answer(seen('/a', { headers: { 'x-trace': '1' } }));
    answer(seen('/a', { headers: { 'x-trace': '2' } }));
    expect(network).toHaveBeenCalledTimes(1);
  });

  test('throws for a wrong option', async () => {
    await expect(start({ maxReplay: -1 })).rejects.toThrow('Expected `maxReplay`');
    await expect(start({ matches: '/a' } as EventOptions)).rejects.toThrow('Did you mean `match`?');
  });

  test.each([undefined, false])(
    'leaves installation and updates to the site where `standalone` is %s',
    async (standalone) => {
      await start({ standalone });
      expect(Object.keys(listeners)).not.toContain('install');
      expect(Object.keys(listeners)).not.toContain('activate');
      hear('message', { data: { type: 'SKIP_WAITING' }, ports: [], waitUntil() {} });
      expect(skipWaiting).not.toHaveBeenCalled();
    },
  );
});

describe('a worker that is alone', () => {
  test('gives the browser its routes at the installation', async () => {
    await start({ standalone: true, match: '/tiles/*' });
    const addRoutes = vi.fn(async () => {});
    hear('install', { addRoutes, waitUntil() {} });
    expect(addRoutes).toHaveBeenCalledOnce();
  });

  test.each([undefined, null, {}, { type: 'coflight:forget' }])(
    'does not take over after the message %j',
    async (data) => {
      await start({ standalone: true });
      hear('message', { data, ports: [], source: null, waitUntil() {} });
      expect(skipWaiting).not.toHaveBeenCalled();
      hear('message', { data: { type: 'SKIP_WAITING' }, ports: [], source: null, waitUntil() {} });
      expect(skipWaiting).toHaveBeenCalledOnce();
    },
  );
});

describe('the ready-made worker', () => {
  test('takes its options from the query of its URL', async () => {
    await startReady('?match=%2Ftiles%2F*&match=%2Fplaces&ignoreHeaders=x-trace&maxReplay=0');
    expect(answer(seen('/other'))).toBeUndefined();
    const [one, other] = ['1', '2'].map((trace) =>
      answer(seen('/tiles/1', { headers: { 'x-trace': trace } })),
    );
    expect(await Promise.all([one, other].map(text))).toEqual(['native', 'native']);
    expect(network).toHaveBeenCalledTimes(1);
    expect(answer(seen('/places'))).toBeDefined();
    expect(Object.keys(listeners)).toContain('install');
  });

  test('answers every request that may be shared where the query is empty', async () => {
    await startReady('');
    expect(await text(answer(seen('/a')))).toBe('native');
  });

  test('takes its options from `self.coflight` where another worker imports it', async () => {
    vi.stubGlobal('coflight', { match: '/tiles/*' });
    await startReady('?match=%2Fother');
    expect(answer(seen('/other'))).toBeUndefined();
    expect(answer(seen('/tiles/1'))).toBeDefined();
    expect(Object.keys(listeners)).not.toContain('install');
  });
});

describe('the ready-made worker refuses options that are wrong (#19)', () => {
  test.each<[string, unknown, string]>([
    ['a text', '/tiles/*', 'Expected `options` to be a plain object, got `/tiles/*`.'],
    ['an unknown name', { matches: '/tiles/*' }, 'Did you mean `match`?'],
    ['no list', { ignoreHeaders: 'accept' }, 'Expected `ignoreHeaders` to be a list of header names'],
    ['no number', { maxReplay: '4 MiB' }, 'Expected `maxReplay` to be a number from 0'],
  ])('in `self.coflight`: %s', async (_, options, message) => {
    vi.stubGlobal('coflight', options);
    await expect(startReady('')).rejects.toThrow(message);
    expect(listeners).toEqual({});
  });

  test('in the query of its URL', async () => {
    await expect(startReady('?maxReplay=abc')).rejects.toThrow('Expected `maxReplay`');
    expect(listeners).toEqual({});
  });
});

describe('a page that leaves', () => {
  /** A flight whose answer never comes. */
  async function waiting() {
    await start();
    network.mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const request = seen('/a');
    void answer(request)?.catch(() => {});
    const { url, destination } = request;
    return { url, destination };
  }
  const say = (message: object) =>
    hear('message', { data: message, ports: [], source: { id: 'one' }, waitUntil() {} });

  test('is counted when it names its request', async () => {
    const request = await waiting();
    say({ type: 'coflight:abort', request, time: Date.now() });
    await expect.poll(stats).toMatchObject({ left: 1 });
  });

  test('ends its request when it says that it was not busy since', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const request = await waiting();
    const time = Date.now() + 1;
    say({ type: 'coflight:abort', request, time });
    await vi.advanceTimersByTimeAsync(200);
    const isAborted = () => network.mock.calls[0]?.[0].signal.aborted;
    expect(isAborted()).toBe(false);
    say({ type: 'coflight:idle', time });
    await vi.advanceTimersByTimeAsync(0);
    expect(isAborted()).toBe(true);
  });

  test('ends its requests when it is closed', async () => {
    await waiting();
    say({ type: 'coflight:leave' });
    await expect.poll(() => network.mock.calls[0]?.[0].signal.aborted).toBe(true);
  });

  test('ends nothing when it names another request', async () => {
    const request = await waiting();
    say({ type: 'coflight:abort', request: { ...request, url: 'https://map.example/b' }, time: Date.now() });
    expect(await stats()).toMatchObject({ left: 0 });
    expect(network.mock.calls[0]?.[0].signal.aborted).toBe(false);
  });
});
