import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { register } from '../../src/register/index.ts';
import { openPage, type TestContainer, TestRegistration, TestWorker } from '../support/worker-page.ts';

let container: TestContainer;
/** A new folder for each test: a page remembers what it has registered. */
let folder: string;
let count = 0;

const at = (path: string) => `https://map.example${path}`;
const slots = ['active', 'waiting', 'installing'] as const;

beforeEach(() => {
  ({ container } = openPage());
  folder = `/${++count}/`;
  container.register.mockImplementation(async (url) => {
    const active = new TestWorker(url);
    container.controller = active;
    return new TestRegistration({ active });
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** The scope of this test has this worker. */
function occupy(slot: (typeof slots)[number], scriptURL: string, scope = at(folder)) {
  container.found = new TestRegistration({ [slot]: new TestWorker(scriptURL) });
  container.found.scope = scope;
}

describe('`register`', () => {
  test.each(slots)('leaves a scope alone whose %s worker is of another file', async (slot) => {
    occupy(slot, at('/own-sw.js?v=2'));
    expect(await register(`${folder}sw.js`)).toEqual({
      status: 'failed',
      reason: 'occupied',
      message: `${folder} has another service worker, /own-sw.js. Import coflight into it and register that file, or unregister it first.`,
      cause: undefined,
    });
    expect(container.getRegistration.mock.calls).toEqual([[at(folder)]]);
    expect(container.register).not.toHaveBeenCalled();
  });

  test('succeeds where the worker of another file has a wider scope', async () => {
    occupy('active', at('/own-sw.js'), at('/'));
    expect(await register(`${folder}sw.js`)).toMatchObject({ status: 'controlled' });
  });

  test('succeeds where the scope has a registration without a worker', async () => {
    container.found = new TestRegistration();
    container.found.scope = at(folder);
    expect(await register(`${folder}sw.js`)).toMatchObject({ status: 'controlled' });
  });

  test('refuses other options also where only the worker that waits has those of this page', async () => {
    await register(`${folder}sw.js`, { match: '/one' });
    occupy('waiting', at(`${folder}sw.js?match=%2Fone`));
    Object.assign(container.found ?? {}, { active: new TestWorker(at(`${folder}sw.js?match=%2Fold`)) });
    expect(await register(`${folder}sw.js`, { match: '/two' })).toMatchObject({ reason: 'occupied' });
  });

  test('replaces a worker of the same file with the options of an earlier visit', async () => {
    occupy('active', at(`${folder}sw.js?match=%2Fold`));
    expect(await register(`${folder}sw.js`, { match: '/new' })).toMatchObject({ status: 'controlled' });
  });

  test.each(slots)('succeeds again with the same options while its worker is %s', async (slot) => {
    await register(`${folder}sw.js`);
    occupy(slot, at(`${folder}sw.js`));
    expect(await register(`${folder}sw.js`)).toMatchObject({ status: 'controlled' });
  });

  test.each(slots)(
    'refuses other options than this page has registered, while that worker is %s',
    async (slot) => {
      await register(`${folder}sw.js`, { match: '/one' });
      occupy(slot, at(`${folder}sw.js?match=%2Fone`));
      expect(await register(`${folder}sw.js`, { match: '/two' })).toMatchObject({
        status: 'failed',
        reason: 'occupied',
        message: `This page has registered ${folder}sw.js for ${folder} with other options. Call \`register\` once, with all options. After a hot reload, reload the page.`,
      });
      expect(container.register).toHaveBeenCalledOnce();
    },
  );

  test.each(slots)(
    'refuses another `type` than this page has registered, while that worker is %s',
    async (slot) => {
      await register(`${folder}sw.js`);
      occupy(slot, at(`${folder}sw.js`));
      const again = register(`${folder}sw.js`, { type: 'module' });
      expect(await again).toMatchObject({ status: 'failed', reason: 'occupied' });
      expect(container.register).toHaveBeenCalledOnce();
    },
  );

  test('remembers options and `type` for each scope', async () => {
    await register('/sw.js', { scope: `${folder}one/` });
    await register('/sw.js', { scope: `${folder}two/`, type: 'module' });
    occupy('active', at('/sw.js'), at(`${folder}one/`));
    expect(await register('/sw.js', { scope: `${folder}one/` })).toMatchObject({ status: 'controlled' });
    occupy('active', at('/sw.js'), at(`${folder}three/`));
    const third = register('/sw.js', { scope: `${folder}three/`, match: '/tiles/*' });
    expect(await third).toMatchObject({ status: 'controlled' });
  });

  test('called twice at once for one scope, lets the second call wait for the first', async () => {
    const first = Promise.withResolvers<TestRegistration>();
    container.register.mockImplementationOnce(() => first.promise);
    const one = register(`${folder}sw.js`);
    const other = register(`${folder}sw.js?other`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(container.getRegistration).toHaveBeenCalledOnce();
    occupy('active', at(`${folder}sw.js`));
    const active = new TestWorker(at(`${folder}sw.js`));
    first.resolve(new TestRegistration({ active }));
    expect(await other).toMatchObject({ reason: 'occupied' });
    container.control(active);
    expect(await one).toMatchObject({ status: 'controlled' });
  });

  test('waits until the worker that the page unregisters is gone, as a module does that is hot-reloaded', async () => {
    const removed = Promise.withResolvers<boolean>();
    const { worker } = await register(`${folder}sw.js`, { match: '/one' });
    occupy('active', at(`${folder}sw.js?match=%2Fone`));
    const registration = worker?.registration as unknown as TestRegistration;
    registration.scope = at(folder);
    registration.unregister.mockImplementationOnce(() => removed.promise);
    const unregistered = worker?.unregister();
    const again = register(`${folder}sw.js`, { match: '/two' });
    await new Promise((resolve) => setImmediate(resolve));
    container.found = undefined;
    removed.resolve(true);
    expect(await unregistered).toBe(true);
    expect(await again).toMatchObject({ status: 'controlled' });
  });

  test('tries again after the worker of the scope could not be unregistered', async () => {
    const { worker } = await register(`${folder}sw.js`);
    const registration = worker?.registration as unknown as TestRegistration;
    registration.scope = at(folder);
    registration.unregister.mockRejectedValueOnce(new TypeError('refused'));
    const unregistered = worker?.unregister();
    const again = register(`${folder}sw.js`);
    await expect(unregistered).rejects.toThrow('refused');
    expect(await again).toMatchObject({ status: 'controlled' });
  });

  test('tries again after a call for the same scope that has failed', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    container.register.mockRejectedValueOnce(new TypeError('refused'));
    const one = register(`${folder}sw.js`);
    const other = register(`${folder}sw.js`);
    expect(await one).toMatchObject({ reason: 'broken' });
    expect(await other).toMatchObject({ status: 'controlled' });
  });
});
