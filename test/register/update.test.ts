import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { version } from '../../src/protocol/messages.ts';
import { register } from '../../src/register/index.ts';
import { WorkerHandle } from '../../src/register/worker-handle.ts';
import { openPage, statistics, TestRegistration, TestWorker } from '../support/worker-page.ts';

let registration: TestRegistration;
let worker: TestWorker;
let page: ReturnType<typeof openPage>;
const warn = vi.spyOn(console, 'warn');

beforeEach(() => {
  page = openPage();
  worker = new TestWorker();
  registration = new TestRegistration({ active: worker });
  page.container.controller = worker;
  page.container.register.mockImplementation(async () => registration);
  warn.mockReset().mockImplementation(() => {});
});
afterEach(() => void vi.unstubAllGlobals());

const open = () => new WorkerHandle(registration.real, { stale: false, sources: [] });
const listener = () => vi.fn<(event: Event) => void>();
const turn = () => Promise.resolve();

/** A new version is found and waits. */
function arrive(next = new TestWorker()) {
  registration.installing = next;
  next.state = 'installing';
  registration.dispatchEvent(new Event('updatefound'));
  return () => {
    Object.assign(registration, { installing: null, waiting: next });
    next.become('installed');
  };
}

describe('`update`', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const wait = () => vi.advanceTimersByTime(200);

  test('is fired when a new version waits, once for each version', () => {
    const heard: boolean[] = [];
    const handle = open();
    handle.addEventListener('update', () => void heard.push(handle.updateReady));
    const install = arrive();
    expect(handle.updateReady).toBe(false);
    install();
    registration.waiting?.become('installed');
    wait();
    expect(heard).toEqual([true]);
    arrive()();
    wait();
    expect(heard).toEqual([true, true]);
  });

  test('is fired for a version that is installed while the page registers', () => {
    const next = new TestWorker();
    registration.installing = next;
    const heard = listener();
    open().addEventListener('update', heard);
    Object.assign(registration, { installing: null, waiting: next });
    next.become('installed');
    wait();
    expect(heard).toHaveBeenCalledOnce();
  });

  test('is fired after this turn for a version that already waits, to all listeners of the turn', async () => {
    const next = new TestWorker();
    next.state = 'installed';
    registration.waiting = next;
    const [one, other] = [listener(), listener()];
    const handle = open();
    handle.addEventListener('update', one);
    handle.addEventListener('update', other);
    expect(one).not.toHaveBeenCalled();
    await turn();
    expect([one, other].map((heard) => heard.mock.calls.length)).toEqual([1, 1]);
  });

  test('is kept until someone listens for it', async () => {
    const handle = open();
    handle.addEventListener('another', listener());
    arrive()();
    wait();
    const heard = listener();
    handle.addEventListener('update', heard);
    await turn();
    expect(heard).toHaveBeenCalledOnce();
  });

  test('is not fired for a version that is activated at once', () => {
    const heard = listener();
    open().addEventListener('update', heard);
    const next = new TestWorker();
    arrive(next);
    Object.assign(registration, { installing: null, active: next });
    next.become('activated');
    wait();
    expect(heard).not.toHaveBeenCalled();
  });

  test('is not fired for a version that waits for a moment, because it calls `skipWaiting`', () => {
    const heard = listener();
    open().addEventListener('update', heard);
    const next = new TestWorker();
    arrive(next)();
    Object.assign(registration, { waiting: null, active: next });
    next.become('activating');
    wait();
    expect(heard).not.toHaveBeenCalled();
  });

  test('is not fired after the worker was unregistered', async () => {
    const handle = open();
    const heard = listener();
    handle.addEventListener('update', heard);
    expect(await handle.unregister()).toBe(true);
    expect(registration.unregister).toHaveBeenCalledOnce();
    arrive()();
    wait();
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('`applyUpdate`', () => {
  test('makes the waiting version take over', () => {
    const next = new TestWorker();
    registration.waiting = next;
    open().applyUpdate();
    expect(next.got).toEqual([{ type: 'SKIP_WAITING' }]);
  });

  test('does nothing where no version waits', () => expect(() => open().applyUpdate()).not.toThrow());
});

describe('a copied file that is older than the library', () => {
  const old = () => statistics({ version: '0.0.9' });
  /** Each test has another file, because a page warns once of each. */
  let file: string;
  let tests = 0;
  beforeEach(() => void (file = `sw-${++tests}.js`));
  const warning = () =>
    `/app/${file} is older (0.0.9) than coflight ${version}. Run: npx coflight init <public folder>`;

  test('is one warning, after the browser has looked for an update', async () => {
    worker.answer = old;
    expect(await register(file)).toMatchObject({ worker: { stale: true } });
    expect(registration.update).toHaveBeenCalledOnce();
    expect(warn.mock.calls).toEqual([[warning()]]);
  });

  test('is one warning for several calls', async () => {
    worker.answer = old;
    for (const _ of [1, 2]) expect(await register(file)).toMatchObject({ worker: { stale: true } });
    expect(warn.mock.calls).toEqual([[warning()]]);
  });

  test.each(['installing', 'waiting'] as const)('is no warning where a new version is %s', async (slot) => {
    worker.answer = old;
    const next = new TestWorker();
    next.state = slot === 'installing' ? 'installing' : 'installed';
    registration.update.mockImplementation(async () => {
      registration[slot] = next;
    });
    const result = register(file);
    await turn();
    next.become('installed');
    expect(await result).toMatchObject({ worker: { stale: false } });
    expect(next.got).toEqual([{ type: 'coflight:stats' }]);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each(['installed', 'activating', 'activated'] as const)(
    'is a warning where the new version is old, too, and is %s',
    async (state) => {
      worker.answer = () => statistics({ version: '0.0.8' });
      registration.waiting = Object.assign(new TestWorker(), { state, answer: old });
      expect(await register(file)).toMatchObject({ worker: { stale: true } });
      expect(warn.mock.calls).toEqual([[warning()]]);
    },
  );

  test('is no warning where the update cannot be loaded', async () => {
    worker.answer = old;
    registration.update.mockRejectedValue(new TypeError('offline'));
    expect(await register(file)).toMatchObject({ worker: { stale: false } });
    expect(warn).not.toHaveBeenCalled();
  });

  test('is looked for only where the active worker is older', async () => {
    expect(await register(file)).toMatchObject({ worker: { stale: false } });
    expect(registration.update).not.toHaveBeenCalled();
  });
});

describe('where the worker is gone,', () => {
  test.each([
    ['stats', () => open().stats()],
    ['forget', () => open().forget()],
  ])('`%s` rejects', async (_, call) => {
    registration.active = null;
    await expect(call()).rejects.toThrow('The service worker was removed. Call `register` again.');
  });
});
