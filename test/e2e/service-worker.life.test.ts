import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { version } from '../../src/protocol/messages.ts';
import { resource } from '../support/resource.ts';
import {
  bootId,
  countAnew,
  countIn,
  engines,
  imageIn,
  inPuppeteer,
  openSite,
  openTab,
  type Site,
  stopWorkers,
  subscribed,
  type Tab,
  type TabOptions,
  textIn,
  type Visitor,
  warningsOf,
} from '../support/site.ts';

declare global {
  /** How many messages a page was sent. */
  var heard: number;
  /** Aborts a request. */
  var controller: AbortController;
}

/** Returns the result of `register`, as far as it can leave the page. */
const registered = (tab: Tab, script?: string, options: object = {}) =>
  tab.evaluate(
    async (script, options) => {
      const result = await coflight.register(script, options);
      return result.status === 'failed'
        ? { status: result.status, reason: result.reason, message: result.message }
        : { status: result.status };
    },
    script,
    options,
  );

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  let worker: string;
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);
  const open = (options: TabOptions = {}) => openTab(site, visitor, options);
  /** A page that has no worker yet. */
  const visit = async (path = '/page', origin = site.origin) => {
    const tab = await visitor.newPage();
    await tab.goto(origin + path);
    return tab;
  };
  const inChromium = test.runIf(engine === 'chromium');

  beforeAll(async () => {
    site = await openSite(engine, { network: true });
    worker = await readFile(new URL('../../dist/coflight-sw.js', import.meta.url), 'utf8');
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    site.put('/coflight-sw.js', worker);
    visitor = await site.visitor();
    return () => visitor.close();
  });

  describe('registering', () => {
    test('a first visit is controlled without a reload', async () => {
      const tab = await visit();
      const before = await tab.evaluate(() => performance.timeOrigin);
      expect(await registered(tab)).toEqual({ status: 'controlled' });
      expect(await tab.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      expect(await tab.evaluate(() => performance.timeOrigin)).toBe(before);
    });

    inChromium('a hard reload is respected: the page says so, and works without', async () => {
      const tab = await open();
      const page = inPuppeteer(tab);
      const devtools = await page.createCDPSession();
      await Promise.all([page.waitForNavigation(), devtools.send('Page.reload', { ignoreCache: true })]);
      expect(await registered(tab)).toEqual({ status: 'bypassed' });
      expect(await textIn(tab, at({ body: 'plain' }).url)).toBe('plain');
    });

    test.runIf(engine !== 'webkit')(
      'the worker leaves requests to the browser while the developer tools disable the cache',
      async () => {
        const tab = await open();
        await countAnew(tab);
        await inPuppeteer(tab).setCacheEnabled(false);
        expect(await textIn(tab, at({ body: 'plain' }).url)).toBe('plain');
        expect(await countIn(tab, 'launched')).toBe(0);
        expect(await countIn(tab, 'bypassed')).toBe(1);
        await inPuppeteer(tab).setCacheEnabled(true);
        expect(await textIn(tab, at({ body: 'plain' }).url)).toBe('plain');
        expect(await countIn(tab, 'launched')).toBe(1);
      },
    );

    test.each<[string, string, string | undefined, object]>([
      [
        'not-found',
        'The server answered 404 for /coflight-sw.js. If the file is missing, run: npx coflight init',
        undefined,
        {},
      ],
      [
        'not-javascript',
        '/coflight-sw.js is not served as JavaScript. If the file is missing, run: npx coflight init',
        '<!doctype html>',
        {},
      ],
      ['broken', '/coflight-sw.js could not be installed', 'throw new Error("broken")', {}],
      [
        'timeout',
        'did not answer',
        'addEventListener("activate", (event) => event.waitUntil(clients.claim()))',
        { timeout: 5_000 },
      ],
      ['scope', '/deep/ only, not http', 'deep', { scope: '/' }],
    ])('%s: a typed failure that says what to do', async (reason, message, body, options) => {
      const path = reason === 'scope' ? '/deep/coflight-sw.js' : '/coflight-sw.js';
      if (body === undefined) site.drop(path);
      else if (body.startsWith('<')) site.put(path, body, { 'content-type': 'text/html' });
      else site.put(path, reason === 'scope' ? worker : body);
      const tab = await visit();
      expect(await registered(tab, path, options)).toMatchObject({
        status: 'failed',
        reason,
        message: expect.stringContaining(message),
      });
      expect(await textIn(tab, at({ body: 'plain' }).url)).toBe('plain');
    });

    test.each([
      "worker-src 'none'",
      "require-trusted-types-for 'script'; trusted-types other",
      'sandbox allow-scripts',
    ])('the policy `%s`, which forbids the worker, is a typed failure', async (policy) => {
      site.put('/strict', await (await fetch(`${site.origin}/page`)).text(), {
        'content-type': 'text/html',
        'content-security-policy': policy,
      });
      expect(await registered(await visit('/strict'))).toMatchObject({ status: 'failed', reason: 'blocked' });
    });

    inChromium('a page without HTTPS is a typed failure', async () => {
      const tab = await visit('/page', site.origin.replace('127.0.0.1', 'site.test'));
      expect(await registered(tab)).toMatchObject({ status: 'failed', reason: 'insecure' });
    });

    test('a copied file that is older than the library is one warning, with the command that replaces it', async () => {
      site.put('/coflight-sw.js', worker.replaceAll(version, '0.0.9'));
      const tab = await visit();
      const warnings = await warningsOf(tab);
      expect(await registered(tab)).toEqual({ status: 'controlled' });
      expect(await warnings()).toEqual([
        `/coflight-sw.js is older (0.0.9) than coflight ${version}. Run: npx coflight init <public folder>`,
      ]);
    });

    test('unregister leaves no trace', async () => {
      const tab = await open();
      await textIn(tab, at({}).url);
      expect(await tab.evaluate(() => attendant.unregister())).toBe(true);
      await tab.reload();
      expect(
        await tab.evaluate(async () => ({
          controller: navigator.serviceWorker.controller,
          registrations: (await navigator.serviceWorker.getRegistrations()).length,
          caches: await caches.keys(),
          databases: await indexedDB.databases(),
        })),
      ).toEqual({ controller: null, registrations: 0, caches: [], databases: [] });
    });
  });

  describe('an update', () => {
    const update = (tab: Tab) =>
      tab.evaluate(async () => {
        const announced = new Promise((resolve) => attendant.addEventListener('update', resolve));
        await attendant.registration.update();
        await announced;
        return attendant.updateReady;
      });
    const applied = (tab: Tab) =>
      tab.evaluate(async () => {
        const { serviceWorker } = navigator;
        const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
        attendant.applyUpdate();
        await taken;
      });

    test('is announced, and waits', async () => {
      const tab = await open();
      const before = await bootId(tab);
      site.put('/coflight-sw.js', `${worker}\n// another`);
      expect(await update(tab)).toBe(true);
      expect(await bootId(tab)).toBe(before);
    });

    test('that takes over cuts no body, loses no request and reloads no page', async () => {
      const tabs = [await open({ maxReplay: 1000 }), await open({ maxReplay: 1000 })] as const;
      const origin = await tabs[0].evaluate(() => performance.timeOrigin);
      const waiting = at({ gate: 'headers', body: 'shared' });
      const streaming = at({ gate: 'headers,end', size: 2_000_000, chunk: 1_000_000 });
      const opaque = at({ gate: 'headers,end', image: '600x600', chunk: 500_000 }, site.other);
      const texts = tabs.map((tab) => textIn(tab, waiting.url));
      const bodies = tabs.map((tab) => textIn(tab, streaming.url));
      const images = tabs.map((tab) => imageIn(tab, opaque.url));
      await subscribed(tabs[0], 6);
      for (const { open } of [streaming, opaque]) await open('headers');
      const before = await bootId(tabs[0]);
      site.put('/coflight-sw.js', `${worker}\n// another`);
      await update(tabs[0]);
      const taken = applied(tabs[0]);
      for (const { open } of [waiting, streaming, opaque]) await open('headers', 'end');
      expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
      expect((await Promise.all(bodies)).map((body) => body.length)).toEqual([2_000_000, 2_000_000]);
      expect(await Promise.all(images)).toEqual(['600x600', '600x600']);
      expect(await Promise.all([waiting, streaming, opaque].map(({ hits }) => hits()))).toEqual([1, 1, 1]);
      await taken;
      expect(await bootId(tabs[0])).not.toBe(before);
      expect(await textIn(tabs[1], at({ body: 'new' }).url)).toBe('new');
      expect(await tabs[0].evaluate(() => performance.timeOrigin)).toBe(origin);
    });

    // Chromium drops a page from the cache when its worker is replaced. WebKit restores it, names the old worker as
    // its controller, and sends its requests to the new one.
    test.runIf(engine === 'webkit')(
      'that took over while a page was in the back/forward cache hears of the aborts of that page',
      async () => {
        const [tab, other] = [await open(), await open()];
        await tab.goto(`${site.origin}/elsewhere`);
        site.put('/coflight-sw.js', `${worker}\n// another`);
        await update(other);
        await applied(other);
        await tab.goBack();
        const server = at({ gate: 'headers' });
        const left = tab.evaluate((url) => {
          globalThis.controller = new AbortController();
          return shared(url, controller).catch(({ name }) => name);
        }, server.url);
        await server.seen({ requests: 1 });
        await tab.evaluate(() => controller.abort());
        expect(await left).toBe('AbortError');
        await server.seen({ requests: 1, aborted: 1 });
      },
    );
  });

  // The timeline lists some of them before the worker has read as much as it keeps.
  test.each([1, 2, 3, 4, 5])(
    'the first body that is longer than `maxReplay` is over when it has arrived, although it came at once (%i)',
    async () => {
      const tab = await open({ maxReplay: 1000 });
      await textIn(tab, at({ size: 2000 }).url);
      const inFlight = () => tab.evaluate(async () => (await attendant.stats()).inFlight);
      await expect.poll(inFlight, { timeout: 10_000 }).toBe(0);
    },
  );

  describe('a worker that is stopped', () => {
    inChromium('before the headers: both tabs have their answer from a new one', async () => {
      const tabs = [await open(), await open()] as const;
      const server = at({ gate: 'headers', body: 'shared' });
      const texts = tabs.map((tab) => textIn(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.seen({ requests: 1 });
      await stopWorkers(tabs[0]);
      await server.seen({ requests: 2, aborted: 1 });
      await server.open('headers2');
      expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
      expect(await server.hits()).toBe(2);
    });

    inChromium('in mid-body, below the bound: two tabs that share have all of it', async () => {
      const tabs = [await open(), await open()] as const;
      const server = at({ gate: 'headers,end', size: 100_000, chunk: 50_000 });
      const texts = tabs.map((tab) => textIn(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('headers');
      await expect.poll(async () => (await server.seen()).sent).toBeGreaterThan(0);
      await stopWorkers(tabs[0]);
      await server.open('end');
      expect((await Promise.all(texts)).map((text) => text.length)).toEqual([100_000, 100_000]);
    });

    inChromium.each([
      ['past the bound', 1000],
      ['that one had begun to read alone', 4_000_000],
    ])(
      'in mid-body, %s: all of it or an error as from the network, and later requests succeed',
      async (_, maxReplay) => {
        const tabs = [await open({ maxReplay }), await open({ maxReplay })] as const;
        const server = at({ gate: 'end', size: 2_000_000, chunk: 1_000_000 });
        for (const tab of tabs) {
          await tab.evaluate((url) => {
            const ask = async () => (await fetch(url)).text();
            Object.assign(globalThis, {
              body: ask().then(
                ({ length }) => length,
                ({ name }) => name,
              ),
            });
          }, server.url);
          await expect.poll(async () => (await server.seen()).sent).toBeGreaterThan(0);
        }
        await stopWorkers(tabs[0]);
        await server.open('end');
        const ends = await Promise.all(
          tabs.map((tab) => tab.evaluate(() => (globalThis as { body?: unknown }).body)),
        );
        for (const end of ends) expect([2_000_000, 'TypeError']).toContain(end);
        expect(await textIn(tabs[1], at({ body: 'later' }).url)).toBe('later');
      },
    );
  });

  describe('statistics', () => {
    test('count requests of this page and of all clients', async () => {
      const [one, two] = [await open(), await open()];
      const server = at({ gate: 'headers' });
      const texts = [one, two].map((tab) => textIn(tab, server.url));
      await subscribed(one, 2);
      expect(await one.evaluate(async () => (await attendant.stats()).inFlight)).toBe(1);
      await server.open('headers');
      await Promise.all(texts);
      const stats = await one.evaluate(() => attendant.stats());
      expect(stats).toMatchObject({ version, inFlight: 0, all: { launched: 1, joined: 1 } });
      expect(stats.page.launched + stats.page.joined).toBe(1);
    });

    test('are not pushed at anybody', async () => {
      const [one, two] = [await open(), await open()];
      await two.evaluate(() => {
        globalThis.heard = 0;
        navigator.serviceWorker.onmessage = () => void heard++;
      });
      await one.bringToFront();
      await one.evaluate(
        () =>
          new Promise((resolve) => {
            const stop = attendant.watch((stats) => {
              stop();
              resolve(stats);
            });
          }),
      );
      await textIn(one, at({}).url);
      await textIn(two, at({}).url);
      expect(await two.evaluate(() => heard)).toBe(0);
    });

    inChromium('go on after the worker was stopped, with another boot id', async () => {
      const tab = await open();
      const before = await bootId(tab);
      const other = tab.evaluate(
        (before) =>
          new Promise<string>((resolve) => {
            const stop = attendant.watch(({ bootId }) => {
              if (bootId === before) return;
              stop();
              resolve(bootId);
            }, 10);
          }),
        before,
      );
      await stopWorkers(tab);
      expect(await other).not.toBe(before);
    });

    // Puppeteer's `goBack` waits in Firefox for an event that a restored page does not fire.
    test.skipIf(engine === 'firefox')(
      'being watched does not keep a page from the back/forward cache',
      async () => {
        const tab = await open();
        await tab.evaluate(() => void attendant.watch(() => {}, 10));
        await textIn(tab, at({}).url);
        await tab.evaluate(() => {
          addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted }));
        });
        await tab.goto(`${site.origin}/elsewhere`);
        await tab.goBack();
        expect(await tab.evaluate(() => (globalThis as { persisted?: boolean }).persisted)).toBe(true);
        expect(await tab.evaluate(async () => (await attendant.stats()).version)).toBe(version);
      },
    );
  });
});
