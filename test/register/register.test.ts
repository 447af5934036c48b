import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { type RegisterResult, register } from '../../src/register/index.ts';
import {
  openPage,
  statistics,
  type TestContainer,
  TestRegistration,
  TestWorker,
} from '../support/worker-page.ts';

let container: TestContainer;
let worker: TestWorker;
let registration: TestRegistration;

beforeEach(() => {
  ({ container } = openPage());
  worker = new TestWorker();
  registration = new TestRegistration({ active: worker });
  container.register.mockImplementation(async () => registration);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Notes whether a promise has settled. */
function watch(promise: Promise<RegisterResult>) {
  const seen: { status?: string } = {};
  void promise.then(({ status }) => {
    seen.status = status;
  });
  return seen;
}
/** Lets all messages and promises that are under way arrive. */
const turns = async () => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
};

describe('`register`', () => {
  test('registers the file for its folder as a classic script', async () => {
    container.controller = worker;
    await register('sw.js');
    expect(container.register.mock.calls).toEqual([
      ['https://map.example/app/sw.js', { type: 'classic', scope: 'https://map.example/app/' }],
    ]);
  });

  test('registers `/coflight-sw.js` where no file is named', async () => {
    container.controller = worker;
    await register();
    expect(container.register.mock.calls[0]?.[0]).toBe('https://map.example/coflight-sw.js');
  });

  test('registers a module for a scope of the caller', async () => {
    container.controller = worker;
    await register('sw.js', { type: 'module', scope: '/other/' });
    expect(container.register.mock.calls[0]?.[1]).toEqual({
      type: 'module',
      scope: 'https://map.example/other/',
    });
  });

  test('resolves as controlled when the new worker is activated and has taken control', async () => {
    Object.assign(registration, { active: null, installing: worker });
    worker.state = 'installing';
    const seen = watch(register('sw.js'));
    await turns();
    expect(worker.got).toEqual([]);
    Object.assign(registration, { active: worker, installing: null });
    worker.become('activated');
    await turns();
    expect(worker.got).toEqual([{ type: 'coflight:stats', openedAt: performance.timeOrigin }]);
    container.control(new TestWorker('https://map.example/app/another.js'));
    await turns();
    expect(seen).toEqual({});
    container.control(worker);
    await turns();
    expect(seen).toEqual({ status: 'controlled' });
  });

  test('resolves as controlled when the page is not told that its worker was activated', async () => {
    worker.state = 'activating';
    const seen = watch(register('sw.js'));
    await turns();
    expect(worker.got).toEqual([]);
    container.control(worker);
    await turns();
    expect(seen).toEqual({ status: 'controlled' });
  });

  test('waits for the new worker where one of the same file that was unregistered controls the page', async () => {
    Object.assign(registration, { active: null, installing: worker });
    worker.state = 'installing';
    container.controller = new TestWorker(worker.scriptURL);
    const seen = watch(register('sw.js'));
    await turns();
    expect(worker.got).toEqual([]);
    Object.assign(registration, { active: worker, installing: null });
    worker.become('activated');
    await turns();
    expect(seen).toEqual({});
    container.control(worker);
    await turns();
    expect(seen).toEqual({ status: 'controlled' });
  });

  test('does not wait for the controller of a page that WebKit names from before the back/forward cache', async () => {
    const replaced = new TestWorker(worker.scriptURL);
    replaced.state = 'redundant';
    container.controller = replaced;
    expect(await register('sw.js')).toMatchObject({ status: 'bypassed' });
  });

  test.each([5, null])('works on a page with a global `var performance` that is %o', async (own) => {
    vi.stubGlobal('performance', own);
    container.controller = worker;
    expect(await register('sw.js')).toMatchObject({ status: 'controlled' });
    expect(worker.got).toEqual([{ type: 'coflight:stats' }]);
  });

  test('asks the active worker where another version waits', async () => {
    registration.waiting = new TestWorker('https://map.example/app/sw.js?match=%2Fnext');
    container.controller = worker;
    expect(await register('sw.js')).toMatchObject({ status: 'controlled' });
    expect([worker.got.length, registration.waiting.got.length]).toEqual([1, 0]);
  });

  test('takes a waiting worker where none is active', async () => {
    Object.assign(registration, { active: null, waiting: worker });
    container.controller = worker;
    expect(await register('sw.js')).toMatchObject({ status: 'controlled' });
  });

  test('resolves as bypassed where the worker does not control the page', async () => {
    worker.answer = () => statistics({ controlled: false });
    const result = await register('sw.js');
    expect(result).toMatchObject({ status: 'bypassed', worker: { stale: false, registration } });
  });

  test('resolves as bypassed where the same file controls the page for another scope', async () => {
    worker.answer = () => statistics({ controlled: false });
    container.controller = new TestWorker();
    expect(await register('sw.js')).toMatchObject({ status: 'bypassed' });
  });

  test('resolves as controlled where a new version of the same file takes over after the answer', async () => {
    container.controller = worker;
    worker.answer = () => {
      const next = new TestWorker();
      registration.active = next;
      container.control(next);
      return statistics();
    };
    expect(await register('sw.js')).toMatchObject({ status: 'controlled' });
  });

  test('resolves as waiting where the page is controlled by a version with other options', async () => {
    worker = new TestWorker('https://map.example/app/sw.js?match=%2Fold');
    registration = new TestRegistration({ active: worker });
    container.controller = worker;
    expect(await register('sw.js')).toMatchObject({ status: 'waiting' });
  });

  test('resolves as waiting once the new version is installed and `applyUpdate()` reaches it', async () => {
    worker = new TestWorker('https://map.example/app/sw.js?match=%2Fold');
    const next = new TestWorker('https://map.example/app/sw.js');
    next.state = 'installing';
    registration = new TestRegistration({ active: worker, installing: next });
    container.controller = worker;
    const seen = watch(register('sw.js'));
    await turns();
    expect(seen).toEqual({});
    next.become('installed');
    await turns();
    expect(seen).toEqual({ status: 'waiting' });
  });

  test.each(['fails', 'takes longer than `timeout`'])(
    'resolves as waiting also when the installation of the new version %s',
    async (how) => {
      worker = new TestWorker('https://map.example/app/sw.js?match=%2Fold');
      const next = new TestWorker('https://map.example/app/sw.js');
      next.state = how === 'fails' ? 'redundant' : 'installing';
      registration = new TestRegistration({ active: worker, installing: next });
      container.controller = worker;
      expect(await register('sw.js', { timeout: 50 })).toMatchObject({ status: 'waiting' });
    },
  );

  // Firefox, with four tabs that are opened at one time.
  test.each(['the same registration', 'the same registration, which still names it', 'another registration'])(
    'resolves as controlled when the worker of another tab replaces its own one meanwhile, in %s',
    async (where) => {
      worker.state = 'installing';
      Object.assign(registration, { active: null, installing: worker });
      const seen = watch(register('sw.js'));
      await turns();
      const other = new TestWorker(worker.scriptURL);
      if (where === 'another registration') registration = new TestRegistration();
      const isNamed = where.endsWith('still names it');
      Object.assign(registration, { active: other, installing: isNamed ? worker : null });
      container.found = registration;
      container.controller = other;
      worker.become('redundant');
      await turns();
      expect(seen).toEqual({ status: 'controlled' });
    },
  );

  // WebKit, with four tabs that are opened at one time.
  test.each([
    'its registration names no worker yet',
    'its worker was replaced, and the registration names no other yet',
  ])('registers once more when %s', async (when) => {
    container.controller = worker;
    const unnamed = new TestRegistration();
    container.found = unnamed;
    if (when.startsWith('its worker')) {
      unnamed.installing = new TestWorker(worker.scriptURL);
      unnamed.installing.state = 'redundant';
      container.getRegistration.mockImplementation(async () => new TestRegistration());
    }
    container.register.mockImplementationOnce(async () => unnamed);
    expect(await register('sw.js')).toMatchObject({ status: 'controlled' });
    expect(container.register).toHaveBeenCalledTimes(2);
  });

  test('resolves as controlled when its registration names its worker late', async () => {
    vi.useFakeTimers();
    container.controller = worker;
    const named = registration;
    container.found = registration = new TestRegistration();
    const seen = watch(register('sw.js'));
    await vi.advanceTimersByTimeAsync(900);
    expect(seen).toEqual({});
    container.found = registration = named;
    await vi.advanceTimersByTimeAsync(600);
    expect(seen).toEqual({ status: 'controlled' });
  });

  test('fails when its registration names no worker for 1.5 seconds', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async () => new Response('', { headers: { 'content-type': 'text/javascript' } }));
    container.found = registration = new TestRegistration();
    const result = register('sw.js');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await result).toMatchObject({ status: 'failed', reason: 'broken' });
    expect(container.register).toHaveBeenCalledTimes(7);
  });

  test('says so when its registration names no worker within `timeout`', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async () => new Response('', { headers: { 'content-type': 'text/javascript' } }));
    container.found = registration = new TestRegistration();
    const result = register('sw.js', { timeout: 450 });
    await vi.advanceTimersByTimeAsync(450);
    const message = '/app/sw.js was not installed within 450 ms.';
    expect(await result).toMatchObject({ status: 'failed', reason: 'timeout', message });
  });

  test('fails when its worker could not be installed, and there is no other one', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { headers: { 'content-type': 'text/javascript' } }));
    worker.state = 'installing';
    Object.assign(registration, { active: null, installing: worker });
    container.found = registration;
    const result = register('sw.js');
    await turns();
    worker.become('redundant');
    expect(await result).toMatchObject({ status: 'failed', reason: 'broken' });
    expect(container.register).toHaveBeenCalledTimes(1);
  });

  test('leaves no listener on a worker that has answered', async () => {
    container.controller = worker;
    await register('sw.js');
    expect(getEventListeners(worker, 'statechange')).toEqual([]);
  });

  test('listens to a source alone as to a list of sources', async () => {
    container.controller = worker;
    const [one, other] = [createFetch(), createFetch()];
    const added = [one, other].map((source) => vi.spyOn(source, 'addEventListener'));
    await register('sw.js', { listenTo: one });
    await register('sw.js', { listenTo: [other] });
    for (const calls of added) expect(calls).toHaveBeenCalled();
  });
});

test('`register` waits until a page that is rendered in advance is shown, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const page = Object.assign(new EventTarget(), { ...document, prerendering: true });
  vi.stubGlobal('document', page);
  const seen = watch(register('sw.js', { timeout: 1_000 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(container.getRegistration).not.toHaveBeenCalled();
  expect(seen).toEqual({});
  page.prerendering = false;
  page.dispatchEvent(new Event('prerenderingchange'));
  container.controller = worker;
  await turns();
  expect(seen).toEqual({ status: 'controlled' });
});

test('`register` does not wait on a page with a form that is named `prerendering`', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { ...document, prerendering: {} }));
  container.controller = worker;
  expect(await register('sw.js')).toMatchObject({ status: 'controlled' });
});

test('`register` waits for the version that has replaced the one that answered (#19)', async () => {
  const seen = watch(register('sw.js'));
  await turns();
  expect(worker.got).toHaveLength(1);
  const next = new TestWorker('https://map.example/app/sw.js?match=%2Fother');
  registration.active = next;
  worker.become('redundant');
  await turns();
  expect(seen).toEqual({});
  container.control(next);
  await turns();
  expect(seen).toEqual({ status: 'waiting' });
});

describe('where the active worker never answers,', () => {
  beforeEach(() => {
    worker.answer = undefined;
    container.controller = worker;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });

  test.each(['installing', 'waiting'] as const)(
    '`register` looks for an update and resolves as waiting when one is %s',
    async (slot) => {
      registration.update.mockImplementation(async () => {
        registration[slot] = new TestWorker();
      });
      const result = register('sw.js');
      await turns();
      expect(registration.update).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await result).toMatchObject({ status: 'waiting', worker: { stale: false } });
      expect(registration.update).toHaveBeenCalledOnce();
    },
  );

  test('Where the active worker never answers, and the update fails, `register` waits for the answer until its timeout', async () => {
    registration.update.mockImplementation(async () => {
      throw new Error('offline');
    });
    const result = register('sw.js', { timeout: 3_000 });
    await turns();
    await vi.advanceTimersByTimeAsync(3_000);
    const message = '/app/sw.js, which must import coflight, did not answer within 3000 ms.';
    expect(await result).toMatchObject({ status: 'failed', reason: 'timeout', message });
  });

  test.each([
    ['the same', 'https://map.example/app/sw.js', 'controlled'],
    ['another', 'https://map.example/app/sw.js?match=%2Fother', 'waiting'],
  ])(
    'Where the active worker never answers, and is replaced by a version with %s URL, `register` asks that one (#19)',
    async (_, url, status) => {
      const seen = watch(register('sw.js'));
      await turns();
      const next = new TestWorker(url);
      next.state = 'installed';
      registration.waiting = next;
      // A browser ends the old version first.
      worker.become('redundant');
      await turns();
      Object.assign(registration, { active: next, waiting: null });
      container.control(next);
      next.become('activated');
      await turns();
      expect(next.got).toHaveLength(1);
      expect(seen).toEqual({ status });
    },
  );

  test('Where the active worker never answers, and is removed, `register` says that it is broken (#19)', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { headers: { 'content-type': 'text/javascript' } }));
    const result = register('sw.js');
    await turns();
    worker.become('redundant');
    expect(await result).toMatchObject({ status: 'failed', reason: 'broken' });
  });

  test('When the active worker answers late, `register` resolves with that answer', async () => {
    const postMessage = vi.spyOn(worker, 'postMessage');
    const result = register('sw.js');
    await turns();
    await vi.advanceTimersByTimeAsync(1_000);
    postMessage.mock.calls[0]?.[1]?.[0]?.postMessage(statistics());
    expect(await result).toMatchObject({ status: 'controlled' });
  });
});
