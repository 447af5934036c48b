import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import {
  engines,
  inPuppeteer,
  openSite,
  openTab,
  type Site,
  subscribed,
  type Tab,
  textIn,
  type Visitor,
} from '../support/site.ts';

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    return () => visitor.close();
  });

  /** Which static route a request took; empty for one that came to the worker. */
  const route = (tab: Tab, url: string, init: RequestInit = {}) =>
    tab.evaluate(
      async (url, init) => {
        await fetch(url, init).then((response) => response.text());
        const [entry] = performance.getEntriesByName(url) as (PerformanceEntry & {
          workerMatchedSourceType?: string;
        })[];
        return entry?.workerMatchedSourceType;
      },
      url,
      init,
    );

  const calls = (tab: Tab) => tab.evaluate(async () => (await attendant.stats()).all.calls);

  /** Stops the worker, and watches whether it is started again. */
  const stop = async (tab: Tab) => {
    const devtools = await inPuppeteer(tab).createCDPSession();
    await devtools.send('ServiceWorker.enable');
    const states: string[] = [];
    const stopped = new Promise<void>((resolve) => {
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        states.push(...versions.map(({ runningStatus }) => runningStatus));
        if (states.at(-1) === 'stopped') resolve();
      });
    });
    await devtools.send('ServiceWorker.stopAllWorkers');
    await stopped;
    return { wasStarted: () => states.slice(states.indexOf('stopped')).includes('starting') };
  };

  describe.runIf(engine === 'chromium')('static routes', () => {
    test('a request that `match` does not name goes past the worker, and does not start it', async () => {
      const tab = await openTab(site, visitor, { match: '/r/*' });
      expect(await route(tab, `${site.origin}/elsewhere`)).toBe('network');
      expect(await calls(tab)).toBe(0);
      const { wasStarted } = await stop(tab);
      expect(await route(tab, `${site.origin}/elsewhere/too`)).toBe('network');
      expect(wasStarted()).toBe(false);
      expect(await route(tab, at({}).url)).toBe('');
      expect(wasStarted()).toBe(true);
    });

    // Chromium loses what a page sends while it closes when a stopped worker would have to be started for it.
    test('a write to an origin that `match` does not name goes past the worker, and does not start it', async () => {
      const tab = await openTab(site, visitor, { match: '/r/*' });
      const write = (origin: string) => route(tab, at({}, origin).url, { method: 'POST', body: 'x' });
      const { wasStarted } = await stop(tab);
      expect(await write(site.other)).toBe('network');
      expect(wasStarted()).toBe(false);
      expect(await write(site.origin)).toBe('');
    });

    test('a request that `match` names is coalesced from the first on, also when the worker must be started', async () => {
      const tabs = [await openTab(site, visitor), await openTab(site, visitor)] as const;
      await stop(tabs[0]);
      const server = at({ gate: 'headers', body: 'shared' });
      const texts = tabs.map((tab) => textIn(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('headers');
      expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
      expect(await server.hits()).toBe(1);
    });

    test('name a URL of another origin by its template', async () => {
      const tab = await openTab(site, visitor, { match: `${site.other}/r/{name}` });
      expect(await route(tab, at({}).url)).toBe('network');
      await textIn(tab, at({}, site.other).url);
      expect(await calls(tab)).toBe(1);
    });
  });

  test('a request that `match` does not name bypasses the worker', async () => {
    const tab = await openTab(site, visitor, { match: '/nothing/*' });
    expect(await textIn(tab, at({ body: 'plain' }).url)).toBe('plain');
    expect(await tab.evaluate(async () => (await attendant.stats()).all.launched)).toBe(0);
  });

  // Node and WebKit keep a `*` in the host of a URL, Chromium encodes it, and Firefox refuses it.
  test.each(['{s}host', 'local*'])('a request whose host fits %s goes through the worker', async (host) => {
    const to = (host: string) => site.other.replace('127.0.0.1', host);
    const tab = await openTab(site, visitor, { match: `${to(host)}/r/*` });
    expect(await textIn(tab, at({ body: 'named' }, to('localhost')).url)).toBe('named');
    expect(await textIn(tab, at({ body: 'other' }, site.other).url)).toBe('other');
    expect(await tab.evaluate(async () => (await attendant.stats()).all.launched)).toBe(1);
  });

  describe('in your own worker', () => {
    /** Expects that two tabs share the named requests, and that the worker's own listener answers the others. */
    const shares = async (script: string, type: 'classic' | 'module') => {
      site.put('/own.js', script);
      const tabs = [
        await openTab(site, visitor, { script: '/own.js', match: undefined, type }),
        await openTab(site, visitor, { script: '/own.js', match: undefined, type }),
      ] as const;
      const server = at({ gate: 'headers', body: 'shared' });
      const texts = tabs.map((tab) => textIn(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('headers');
      expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
      expect(await server.hits()).toBe(1);
      expect(await textIn(tabs[0], '/own')).toBe('mine');
    };
    const own = `
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => {
        if (event.request.url.endsWith('/own')) event.respondWith(new Response('mine'));
        else if (event.request.url.includes('/r/')) event.respondWith(new Response('not mine'));
      });`;

    test('the ready-made script is imported', () =>
      shares(`self.coflight = { match: '/r/*' }; importScripts('/coflight-sw.js'); ${own}`, 'classic'));

    test('the module is imported', () =>
      shares(
        `import { coalesceFetchEvents } from '/coflight/service-worker.js'; coalesceFetchEvents({ match: [/[/]r[/]/g] }); ${own}`,
        'module',
      ));
  });
});
