import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RegisterOptions, register } from '../../src/register/index.ts';
import { openPage, type TestContainer, TestRegistration, TestWorker } from '../support/worker-page.ts';

let container: TestContainer;
/** What the server answers for the file of the worker. */
let file: () => Promise<Partial<Response>>;
const fetched: unknown[] = [];

const served = (more: Partial<Response> = {}) => ({
  ok: true,
  status: 200,
  url: 'https://map.example/app/sw.js',
  headers: new Headers({ 'content-type': 'text/javascript' }),
  ...more,
});
const refused = new TypeError('refused');
const policy = new DOMException('Not allowed.', 'SecurityError');

beforeEach(() => {
  ({ container } = openPage());
  container.register.mockRejectedValue(refused);
  file = async () => served();
  fetched.length = 0;
  vi.stubGlobal('fetch', (...args: unknown[]) => {
    fetched.push(args);
    return file();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const command = 'npx coflight init <public folder>';

test('`register` fails as unsupported, and asks for no file, where the browser has no workers for this frame', async () => {
  const cause = new DOMException('The document is in an invalid state.', 'InvalidStateError');
  container.register.mockRejectedValue(cause);
  expect(await register('sw.js')).toMatchObject({ status: 'failed', reason: 'unsupported', cause });
  expect(fetched).toEqual([]);
});

describe('`register` says why the browser has refused the worker:', () => {
  test.each<[string, Partial<Response>, unknown, RegisterOptions, string]>([
    [
      'not-found',
      { ok: false, status: 404 },
      refused,
      {},
      'The server answered 404 for /app/sw.js. If the file is missing, build your worker. A server for development may not build it.',
    ],
    [
      'not-found',
      { ok: false, status: 503 },
      refused,
      {},
      'The server answered 503 for /app/sw.js. If the file is missing, build your worker. A server for development may not build it.',
    ],
    [
      'not-javascript',
      { headers: new Headers({ 'content-type': 'text/html' }) },
      refused,
      {},
      '/app/sw.js is not served as JavaScript. If the file is missing, build your worker. A server for development may not build it.',
    ],
    [
      'not-javascript',
      { headers: new Headers() },
      refused,
      {},
      '/app/sw.js is not served as JavaScript. If the file is missing, build your worker. A server for development may not build it.',
    ],
    [
      'redirected',
      {
        type: 'opaqueredirect',
        ok: false,
        status: 0,
        url: 'https://map.example/app/sw.js',
        headers: new Headers(),
      },
      policy,
      {},
      '/app/sw.js is served by a redirect. Serve it without one.',
    ],
    [
      'broken',
      {},
      refused,
      {},
      "/app/sw.js could not be installed. `cause` or the worker's own console says more.",
    ],
    [
      'broken',
      { headers: new Headers({ 'content-type': 'application/ecmascript' }) },
      new DOMException('Replaced.', 'AbortError'),
      {},
      "/app/sw.js could not be installed. `cause` or the worker's own console says more.",
    ],
    [
      'scope',
      {},
      policy,
      { scope: '/' },
      '/app/sw.js can serve https://map.example/app/ only, not https://map.example/. Move it up, or send it with a `Service-Worker-Allowed` header.',
    ],
    [
      'scope',
      {},
      policy,
      { scope: 'https://other.example/' },
      '/app/sw.js can serve https://map.example/app/ only, not https://other.example/. Move it up, or send it with a `Service-Worker-Allowed` header.',
    ],
    [
      'blocked',
      {},
      policy,
      { scope: '/app/deep/' },
      'A policy forbids the worker: `worker-src` or `trusted-types` of the page, or a setting of the user. `cause` says more.',
    ],
    [
      'blocked',
      {},
      policy,
      {},
      'A policy forbids the worker: `worker-src` or `trusted-types` of the page, or a setting of the user. `cause` says more.',
    ],
    [
      'blocked',
      {},
      new DOMException('The user denied permission to use Service Worker.', 'NotSupportedError'),
      { scope: '/' },
      'A policy forbids the worker: `worker-src` or `trusted-types` of the page, or a setting of the user. `cause` says more.',
    ],
  ])('%s', async (reason, response, cause, options, message) => {
    file = async () => served(response);
    container.register.mockRejectedValue(cause);
    expect(await register('sw.js', options)).toEqual({ status: 'failed', reason, message, cause });
    expect(fetched).toEqual([['https://map.example/app/sw.js', { cache: 'no-store', redirect: 'manual' }]]);
  });

  test.each(['/coflight-sw.js', '/app/coflight-sw.js'])(
    'not-javascript, and names the command that makes the ready-made worker, at %s',
    async (url) => {
      file = async () => served({ headers: new Headers({ 'content-type': 'text/html' }) });
      container.register.mockRejectedValue(refused);
      const message = `${url} is not served as JavaScript. If the file is missing, run: ${command}`;
      expect(await register(url)).toMatchObject({ reason: 'not-javascript', message });
    },
  );

  test('blocked, where the page allows no policy for the URL of the worker', async () => {
    const createPolicy = () => {
      throw new TypeError('Policy disallowed.');
    };
    vi.stubGlobal('trustedTypes', { createPolicy, defaultPolicy: null });
    vi.resetModules();
    const { register } = await import('../../src/register/index.ts');
    expect(await register('sw.js')).toMatchObject({ reason: 'blocked', cause: refused });
  });

  test('broken, where the server cannot be asked either', async () => {
    file = async () => Promise.reject(new TypeError('offline'));
    expect(await register('sw.js')).toMatchObject({ reason: 'broken', cause: refused });
  });

  test('broken, within the time-out, where the server does not answer', async () => {
    vi.useFakeTimers();
    file = () => new Promise(() => {});
    const result = register('sw.js', { timeout: 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await result).toMatchObject({ reason: 'broken', cause: refused });
  });

  test('broken, where the worker was replaced before it was activated', async () => {
    const installing = new TestWorker();
    installing.state = 'redundant';
    container.register.mockResolvedValue(new TestRegistration({ installing }));
    const cause = new Error('The worker was replaced or could not be installed.');
    expect(await register('sw.js')).toMatchObject({ reason: 'broken', cause });
  });

  test('broken, where the registration has no worker', async () => {
    container.register.mockResolvedValue(new TestRegistration());
    const cause = new Error('The registration has no worker.');
    expect(await register('sw.js')).toMatchObject({ reason: 'broken', cause });
  });

  test('cross-origin, and asks that origin for nothing', async () => {
    const url = `https://other.example/${'x'.repeat(99)}`;
    expect(await register(url)).toEqual({
      status: 'failed',
      reason: 'cross-origin',
      message: `A worker must be a file of https://map.example, not ${url.slice(0, 99)}. Run: ${command}`,
      cause: undefined,
    });
    expect(container.register).not.toHaveBeenCalled();
    expect(fetched).toEqual([]);
  });
});

describe('`register` fails as timeout', () => {
  const steps: readonly [string, () => void, string][] = [
    [
      'the browser does not register',
      () => void container.register.mockReturnValue(new Promise(() => {})),
      'registered',
    ],
    [
      'the worker is not activated',
      () => {
        const installing = new TestWorker();
        installing.state = 'installed';
        container.register.mockResolvedValue(new TestRegistration({ installing }));
      },
      'activated',
    ],
    [
      'the worker does not take control',
      () => void container.register.mockResolvedValue(new TestRegistration({ active: new TestWorker() })),
      'did not take control',
    ],
  ];
  test.each(steps)('`register` fails as timeout after 10 s where %s', async (where, prepare, step) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    prepare();
    let result: object | undefined;
    // Each has a scope for itself: a registration that never ends would make the next one wait.
    const file = `/${steps.findIndex(([one]) => one === where)}/sw.js`;
    void register(file).then((failure) => {
      result = failure;
    });
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    const what = step.startsWith('did') ? step : `was not ${step}`;
    expect(result).toMatchObject({ reason: 'timeout', message: `${file} ${what} within 10000 ms.` });
    expect(fetched).toEqual([]);
  });
});
