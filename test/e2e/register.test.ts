import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { version } from '../../src/protocol/messages.ts';
import type { RegisterOptions } from '../../src/register/index.ts';
import { resource } from '../support/resource.ts';
import {
  counted,
  engines,
  openSite,
  openTab,
  type Site,
  type Tab,
  textIn,
  type Visitor,
  warningsOf,
} from '../support/site.ts';

declare global {
  /** How many times `update` was fired. */
  var updates: number;
}

/** Another worker, which claims its pages and has no coflight. */
const otherWorker = `
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', () => {});`;

describe.each(engines)('register, in %s,', (engine) => {
  let site: Site;
  let visitor: Visitor;
  let worker: string;

  beforeAll(async () => {
    site = await openSite(engine);
    worker = await readFile(new URL('../../dist/coflight-sw.js', import.meta.url), 'utf8');
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    site.put('/coflight-sw.js', worker);
    visitor = await site.visitor();
    return () => visitor.close();
  });

  const visit = async (path = '/page') => {
    const tab = await visitor.newPage();
    await tab.goto(site.origin + path);
    return tab;
  };

  /** Returns the result of `register`, without its worker, which stays in the page as `attendant`. */
  const registered = (tab: Tab, script?: string, options: RegisterOptions = {}) =>
    tab.evaluate(
      async (script, options) => {
        const result = await coflight.register(script, options);
        if (result.status !== 'failed') {
          globalThis.attendant = result.worker;
          return { status: result.status };
        }
        const { status, reason, message } = result;
        return { status, reason, message };
      },
      script,
      options,
    );

  /** Registers by the browser's own means, and resolves once that worker, not another one, controls the page. */
  const registerNatively = (tab: Tab, script: string, scope?: string) =>
    tab.evaluate(
      async (script, scope) => {
        const { serviceWorker } = navigator;
        await serviceWorker.register(script, scope === undefined ? {} : { scope });
        while (serviceWorker.controller?.scriptURL !== new URL(script, location.href).href)
          await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
      },
      script,
      scope,
    );

  /** The paths of all workers of the site, by their state. */
  const workers = (tab: Tab) =>
    tab.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations();
      const path = (worker: ServiceWorker | null) => worker && new URL(worker.scriptURL).pathname;
      return all.map(({ active, waiting, installing }) => [active, waiting, installing].map(path)).toSorted();
    });

  describe('where another worker has the scope,', () => {
    test('fails as occupied, names that worker and registers nothing', async () => {
      site.put('/own-sw.js', otherWorker);
      const tab = await visit();
      await registerNatively(tab, '/own-sw.js');
      expect(await registered(tab)).toEqual({
        status: 'failed',
        reason: 'occupied',
        message: expect.stringContaining('/ has another service worker, /own-sw.js.'),
      });
      expect(await workers(tab)).toEqual([['/own-sw.js', null, null]]);
    });

    test('fails as occupied while that one is still being installed', async () => {
      site.put(
        '/own-sw.js',
        `addEventListener('install', (event) => event.waitUntil(new Promise(() => {})));`,
      );
      const tab = await visit();
      await tab.evaluate(() => void navigator.serviceWorker.register('/own-sw.js'));
      await tab.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.installing);
      expect(await registered(tab)).toMatchObject({ status: 'failed', reason: 'occupied' });
      expect(await workers(tab)).toEqual([[null, null, '/own-sw.js']]);
    });

    test('succeeds for a file that the site has registered itself', async () => {
      site.put('/own-sw.js', `importScripts('/coflight-sw.js');${otherWorker}`);
      const tab = await visit();
      await registerNatively(tab, '/own-sw.js');
      expect(await registered(tab, '/own-sw.js')).toEqual({ status: 'controlled' });
    });

    test('succeeds after that worker was unregistered', async () => {
      site.put('/own-sw.js', otherWorker);
      const tab = await visit();
      await registerNatively(tab, '/own-sw.js');
      await tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
      await tab.close();
      expect(await registered(await visit())).toEqual({ status: 'controlled' });
    });

    test.each([
      ['wider', '/deep/coflight-sw.js', '/own-sw.js'],
      ['narrower', '/coflight-sw.js', '/deep/own-sw.js'],
    ])('leaves a worker with a %s scope alone and has its own', async (_, ours, theirs) => {
      site.put(theirs, otherWorker);
      site.put(ours, worker);
      const tab = await visit('/deep/page');
      await registerNatively(tab, theirs);
      const status = ours.startsWith('/deep') ? 'controlled' : 'bypassed';
      expect(await registered(tab, ours)).toEqual({ status });
      expect((await workers(tab)).flat().filter(Boolean).toSorted()).toEqual([ours, theirs].toSorted());
    });
  });

  test('a page under a worker of a narrower scope asks the worker that was registered', async () => {
    const [tab, other] = [await openTab(site, visitor), await visit('/deep/page')];
    site.put('/deep/own-sw.js', otherWorker);
    await registerNatively(other, '/deep/own-sw.js');
    expect(await registered(other, '/coflight-sw.js', { match: ['/r/*', `${site.other}/r/*`] })).toEqual({
      status: 'bypassed',
    });
    const server = resource({ gate: 'headers' }, site.origin);
    const first = textIn(tab, server.url);
    await counted(tab, 'launched', 1);
    expect(await other.evaluate(() => attendant.stats())).toMatchObject({ version, inFlight: 1 });
    await other.evaluate(() => attendant.forget());
    const second = textIn(tab, server.url);
    await counted(tab, 'launched', 2);
    await server.open('headers');
    expect(await Promise.all([first, second])).toEqual(['ok', 'ok']);
  });

  test('a page that the same file serves for a narrower scope is not served by the worker of the wider one', async () => {
    const tab = await visit('/deep/page');
    expect(await registered(tab, '/coflight-sw.js', { scope: '/deep/' })).toEqual({ status: 'controlled' });
    expect(await registered(tab, '/coflight-sw.js')).toEqual({ status: 'bypassed' });
    expect(await tab.evaluate(() => attendant.stats())).toMatchObject({ controlled: false });
  });

  test('tabs that are opened at once on a first visit are all controlled', async () => {
    for (let times = 0; times < 3; times++) {
      const tabs = await Promise.all([1, 2, 3, 4].map(() => visit()));
      const results = await Promise.all(tabs.map((tab) => registered(tab)));
      expect(results).toEqual(Array(4).fill({ status: 'controlled' }));
      await tabs[0]?.evaluate(() => attendant.unregister());
      for (const tab of tabs) await tab.close();
    }
  });

  describe('called twice in a page', () => {
    test('with the same options, succeeds twice', async () => {
      const tab = await visit();
      expect(await registered(tab, '/coflight-sw.js', { match: '/a' })).toEqual({ status: 'controlled' });
      expect(await registered(tab, '/coflight-sw.js', { match: '/a' })).toEqual({ status: 'controlled' });
    });

    test.each(['one after the other', 'at once'])(
      'with other options, %s, refuses the second and registers nothing for it',
      async (when) => {
        const tab = await visit();
        const [first, second] = await tab.evaluate(async (atOnce) => {
          const one = coflight.register('/coflight-sw.js', { match: '/a' });
          if (!atOnce) await one;
          return Promise.all([one, coflight.register('/coflight-sw.js', { match: '/b' })]);
        }, when === 'at once');
        expect(first).toMatchObject({ status: 'controlled' });
        expect(second).toMatchObject({
          status: 'failed',
          reason: 'occupied',
          message: expect.stringContaining('Call `register` once'),
        });
        expect(await workers(tab)).toEqual([['/coflight-sw.js', null, null]]);
      },
    );

    test('tries the second URL where the first is no worker', async () => {
      const tab = await visit();
      const results = await tab.evaluate(() =>
        Promise.all([coflight.register('/none.html'), coflight.register('/coflight-sw.js')]),
      );
      expect(results).toMatchObject([
        { status: 'failed', reason: 'not-javascript' },
        { status: 'controlled' },
      ]);
    });

    test('says that it is controlled each time that it was unregistered before', async () => {
      const tab = await visit();
      const seen = await tab.evaluate(async () => {
        const states: string[] = [];
        for (let count = 0; count < 8; count++) {
          const { status, worker } = await coflight.register();
          states.push(status);
          await worker?.unregister();
        }
        return states;
      });
      expect(seen).toEqual(Array(8).fill('controlled'));
    });

    test('with other options, succeeds after the first was unregistered', async () => {
      const tab = await visit();
      await registered(tab, '/coflight-sw.js', { match: '/a' });
      await tab.evaluate(() => attendant.unregister());
      const result = await registered(tab, '/coflight-sw.js', { match: '/b' });
      expect(result).toMatchObject({ status: expect.not.stringMatching('failed') });
    });
  });

  describe('after the site has changed its options,', () => {
    test('keeps the older version when the new one cannot be installed, and has no update ready', async () => {
      await registered(await visit(), '/coflight-sw.js', { match: '/a' });
      const broken =
        'addEventListener("install", (event) => event.waitUntil(Promise.reject(new Error("broken"))));';
      site.put('/coflight-sw.js', `${worker}\n${broken}`);
      const tab = await visit();
      expect(await registered(tab, '/coflight-sw.js', { match: '/b' })).toEqual({ status: 'waiting' });
      expect(
        await tab.evaluate(async () => [attendant.updateReady, (await attendant.stats()).controlled]),
      ).toEqual([false, true]);
    });

    test('says that the new version waits, and announces it', async () => {
      await registered(await visit(), '/coflight-sw.js', { match: '/a' });
      const tab = await visit();
      expect(await registered(tab, '/coflight-sw.js', { match: '/b' })).toEqual({ status: 'waiting' });
      await tab.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const { serviceWorker } = navigator;
            serviceWorker.addEventListener('controllerchange', () => resolve());
            attendant.addEventListener('update', () => attendant.applyUpdate());
          }),
      );
      expect(await registered(tab, '/coflight-sw.js', { match: '/b' })).toEqual({ status: 'controlled' });
    });

    test('a worker that imports coflight since then waits behind the one that did not', async () => {
      site.put('/own-sw.js', otherWorker);
      const tab = await visit();
      await registerNatively(tab, '/own-sw.js');
      site.put('/own-sw.js', `importScripts('/coflight-sw.js');${otherWorker}`);
      expect(await registered(tab, '/own-sw.js')).toEqual({ status: 'waiting' });
    });
  });

  describe('`update`', () => {
    const put = (comment: string) => site.put('/coflight-sw.js', `${worker}\n// ${comment}`);
    /** Has the browser look for an update, and resolves once that waits. */
    const update = (tab: Tab, comment: string) => {
      put(comment);
      return tab.evaluate(async () => {
        const { registration } = attendant;
        const { waiting } = registration;
        await registration.update();
        const { installing } = registration;
        while (!registration.waiting || registration.waiting === waiting)
          await new Promise((resolve) =>
            installing?.addEventListener('statechange', resolve, { once: true }),
          );
      });
    };
    const listen = (tab: Tab) =>
      tab.evaluate(async () => {
        globalThis.updates = 0;
        attendant.addEventListener('update', () => void updates++);
        // The event is fired at the end of the turn in which the first listener was added.
        await Promise.resolve();
        return updates;
      });

    test('is fired on a page that is loaded while a version waits', async () => {
      const first = await openTab(site, visitor);
      await update(first, 'second');
      const tab = await openTab(site, visitor);
      expect(await listen(tab)).toBe(1);
      expect(await tab.evaluate(() => attendant.updateReady)).toBe(true);
    });

    test('is fired once for each version', async () => {
      const tab = await openTab(site, visitor);
      expect(await listen(tab)).toBe(0);
      await update(tab, 'second');
      await tab.waitForFunction(() => updates === 1);
      await update(tab, 'third');
      await tab.waitForFunction(() => updates === 2);
      expect(await listen(tab)).toBe(0);
    });

    test('is not fired for a version of an own worker that calls `skipWaiting`', async () => {
      const put = (version: number) =>
        site.put(
          '/own-sw.js',
          `self.version = ${version}; self.coflight = {}; importScripts('/coflight-sw.js'); ${otherWorker}
          addEventListener('install', () => skipWaiting());`,
        );
      put(1);
      const tab = await visit();
      expect(await registered(tab, '/own-sw.js')).toEqual({ status: 'controlled' });
      put(2);
      const fired = await tab.evaluate(async () => {
        let updates = 0;
        attendant.addEventListener('update', () => void updates++);
        const { registration } = attendant;
        const before = registration.active;
        const taken = new Promise((resolve) => {
          navigator.serviceWorker.addEventListener('controllerchange', resolve);
        });
        await registration.update();
        await taken;
        await new Promise((resolve) => setTimeout(resolve, 400));
        return { updates, isNew: registration.active !== before };
      });
      expect(fired).toEqual({ updates: 0, isNew: true });
    });

    test('is not fired for the first version', async () => {
      const tab = await openTab(site, visitor);
      expect(await listen(tab)).toBe(0);
    });
  });

  describe('a copy that is older than the library', () => {
    const old = () => worker.replaceAll(version, '0.0.9');
    /** Returns what `register` writes to the console of a new page. */
    const warnings = async () => {
      const tab = await visit();
      const warnings = await warningsOf(tab);
      const result = await registered(tab);
      return { ...result, warnings: await warnings(), stale: await tab.evaluate(() => attendant.stale) };
    };

    test('is one warning, again on each page', async () => {
      site.put('/coflight-sw.js', old());
      const expected = {
        status: 'controlled',
        warnings: [expect.stringContaining('is older (0.0.9) than')],
        stale: true,
      };
      expect(await warnings()).toEqual(expected);
      expect(await warnings()).toEqual(expected);
    });

    test('is no warning where the file is new and its worker waits, or was not looked for', async () => {
      site.put('/coflight-sw.js', old());
      await warnings();
      site.put('/coflight-sw.js', worker);
      const expected = { status: 'controlled', warnings: [], stale: false };
      // The first of these looks for the update, the second finds it waiting.
      expect(await warnings()).toEqual(expected);
      expect(await warnings()).toEqual(expected);
    });
  });

  describe('resolves the URL as the browser does:', () => {
    const visitWithBase = async () => {
      const page = await (await fetch(`${site.origin}/page`)).text();
      site.put('/base', `<base href="/sub/">${page}`);
      return visit('/base');
    };

    test('against the base URL of the page', async () => {
      site.put('/sub/coflight-sw.js', worker);
      expect(await registered(await visitWithBase(), 'coflight-sw.js')).toEqual({ status: 'bypassed' });
    });

    test('and says so where the file is not there, or too deep for the scope', async () => {
      site.drop('/sub/coflight-sw.js');
      site.put('/sub/deep/coflight-sw.js', worker);
      const tab = await visitWithBase();
      expect(await registered(tab, 'coflight-sw.js')).toMatchObject({
        reason: 'not-found',
        message: expect.stringContaining('for /sub/coflight-sw.js.'),
      });
      expect(await registered(tab, 'deep/coflight-sw.js', { scope: './' })).toMatchObject({
        reason: 'scope',
        message: expect.stringContaining(`can serve ${site.origin}/sub/deep/ only, not ${site.origin}/sub/.`),
      });
    });

    // Chromium serves such a page by the worker of its origin. Firefox and WebKitGTK serve it by none.
    test('but without the user of a page with a user in its address', async () => {
      const tab = await visitor.newPage();
      await tab.goto(`${site.origin.replace('//', '//user:secret@')}/page`);
      expect(await registered(tab)).toEqual({ status: engine === 'chromium' ? 'controlled' : 'bypassed' });
      const scope = await tab.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations())[0]?.scope,
      );
      if (engine === 'chromium') expect(scope).toBe(`${site.origin}/`);
    });

    test('without its fragment, and with the options', async () => {
      const tab = await visit();
      expect(await registered(tab, '/coflight-sw.js?v=1#x', { match: '/r/*' })).toEqual({
        status: 'controlled',
      });
      expect(await tab.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
        `${site.origin}/coflight-sw.js?v=1&match=%2Fr%2F*`,
      );
    });
  });

  test.each([
    ['a URL of another origin', () => `${site.other}/coflight-sw.js`],
    ['a `data:` URL', () => 'data:text/javascript,'],
    ['a `blob:` URL', () => `blob:${site.origin}/f3b8`],
  ])('%s is a typed failure', async (_, url) => {
    expect(await registered(await visit(), url())).toMatchObject({
      reason: 'cross-origin',
      message: expect.stringContaining(site.origin),
    });
  });

  test.each([
    ['its own origin', '/coflight-sw.js'],
    // As from a server that sends each visitor to a log-in page of another origin first.
    ['an origin that the page cannot read', 'http://127.0.0.1:1/log-in'],
  ])('a file that is redirected to %s is a typed failure', async (_, redirect) => {
    const { url } = resource({ redirect }, site.origin);
    const { pathname, search } = new URL(url);
    expect(await registered(await visit(), pathname + search)).toMatchObject({ reason: 'redirected' });
  });

  test.each<[string, RegisterOptions, string]>([
    ['http://', {}, 'Expected `url` to be a URL, got `http://`.'],
    ['/coflight-sw.js', { scope: 'http://' }, 'Expected `scope` to be a URL, got `http://`.'],
  ])('%s with the options %j is a mistake', async (url, options, message) => {
    const said = (await visit()).evaluate(
      (url, options) => coflight.register(url, options).catch(String),
      url,
      options,
    );
    expect(await said).toBe(`TypeError: ${message}`);
  });

  test('the lines that replace the worker remove it, and the page works on', async () => {
    const docs = await readFile(new URL('../../docs/service-worker.md', import.meta.url), 'utf8');
    const [, lines = ''] = /## Removing it[\s\S]*?```js\n([\s\S]*?)```/.exec(docs) ?? [];
    const server = resource({ gate: 'headers,end', size: 100_000, chunk: 50_000 }, site.origin);
    const tab = await openTab(site, visitor);
    const text = textIn(tab, server.url);
    await counted(tab, 'launched', 1);
    site.put('/coflight-sw.js', lines);
    site.put('/plain', '');
    const plain = await visit('/plain');
    // Requests in flight end first, and then the new worker takes over.
    await server.open('headers', 'end');
    expect((await text).length).toBe(100_000);
    await plain.waitForFunction(async () => !(await navigator.serviceWorker.getRegistrations()).length);
    expect(await textIn(tab, resource({ body: 'open' }, site.origin).url)).toBe('open');
    await plain.reload();
    expect(await plain.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
    expect(await textIn(plain, resource({ body: 'plain' }, site.origin).url)).toBe('plain');
  });

  test('a file that never comes is a typed failure after the timeout', async () => {
    const server = resource({ gate: 'headers' }, site.origin);
    const { pathname, search } = new URL(server.url);
    expect(await registered(await visit(), pathname + search, { timeout: 200 })).toMatchObject({
      reason: 'timeout',
      message: expect.stringContaining('was not registered within 200 ms'),
    });
    await server.open('headers');
  });
});
