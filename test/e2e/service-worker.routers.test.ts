import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { resource } from '../support/resource.ts';
import {
  countAnew,
  counted,
  engines,
  imageIn,
  openSite,
  type Site,
  type Tab,
  textIn,
  type Visitor,
} from '../support/site.ts';

const strategies = ['NetworkOnly', 'NetworkFirst', 'CacheFirst', 'StaleWhileRevalidate'] as const;

/** Makes each library answer `/r/` with a strategy that counts the calls of its plugins. */
const libraries = {
  workbox: `
    import { registerRoute } from 'workbox-routing';
    import * as strategies from 'workbox-strategies';
    const route = (name, handler) => registerRoute(({ url }) => url.searchParams.get('by') === name, handler);`,
  serwist: `
    import { Serwist, Route, NetworkOnly, NetworkFirst, CacheFirst, StaleWhileRevalidate } from 'serwist';
    const strategies = { NetworkOnly, NetworkFirst, CacheFirst, StaleWhileRevalidate };
    const serwist = new Serwist();
    const route = (name, handler) => serwist.registerRoute(new Route(({ url }) => url.searchParams.get('by') === name, handler));
    serwist.addEventListeners();`,
};

const integrations = {
  'by its global fetch': `
    import { coalesceGlobalFetch } from 'coflight/service-worker';
    coalesceGlobalFetch();
    const wrapped = (strategy) => strategy;`,
  'by a handler': `
    import { createHandler } from 'coflight/service-worker';
    const wrapped = (strategy) => createHandler({ fetch: (request, event) => strategy.handle({ request, event }) });`,
};

const rest = `
  const seen = {};
  for (const name of ${JSON.stringify(strategies)}) {
    const counts = (seen[name] = { asked: 0, fetched: 0, written: 0 });
    const plugin = {
      requestWillFetch: async ({ request }) => (counts.asked++, request),
      fetchDidSucceed: async ({ response }) => (counts.fetched++, response),
      cacheDidUpdate: async () => void counts.written++,
    };
    route(name, wrapped(new strategies[name]({ plugins: [plugin] })));
  }
  route('marker', async () => new Response('here'));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('message', ({ ports }) => ports[0].postMessage(seen));`;

describe.each(engines)('%s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());

  const open = async (visitor: Visitor) => {
    const tab = await visitor.newPage();
    await tab.goto(`${site.origin}/page`);
    await tab.evaluate(async () => {
      const { serviceWorker } = navigator;
      await serviceWorker.register('/sw.js');
      if (!serviceWorker.controller)
        await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    });
    return tab;
  };

  /** The calls of the strategies' plugins. */
  const seen = (tab: Tab) =>
    tab.evaluate(
      () =>
        new Promise<Record<string, { asked: number; fetched: number; written: number }>>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          navigator.serviceWorker.controller?.postMessage('seen', [port2]);
        }),
    );

  describe.each(Object.entries(libraries))('%s coalesces', (_, library) => {
    describe.each(Object.entries(integrations))('%s', (how, integration) => {
      let tabs: [Tab, Tab];
      beforeAll(async () => {
        site.put('/sw.js', await bundle(integration + library + rest));
        const visitor = await site.visitor();
        tabs = [await open(visitor), await open(visitor)];
        return () => visitor.close();
      });

      test.each(strategies)('%s', async (by) => {
        const server = resource({ gate: 'headers', body: 'shared', cache: 'max-age=60', by }, site.origin);
        const texts = [textIn(tabs[0], server.url)];
        await server.seen({ requests: 1 });
        texts.push(textIn(tabs[1], server.url));
        // The worker gets the second tab's next request after its first one.
        await textIn(tabs[1], '/?by=marker');
        await server.open('headers');
        expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
        expect(await server.hits()).toBe(1);
        // Wrapping the global fetch makes one request of all; each event still runs its strategy.
        const runs = how === 'by a handler' ? 1 : 2;
        const written = by === 'NetworkOnly' ? 0 : runs;
        await expect.poll(async () => (await seen(tabs[0]))[by]?.written).toBe(written);
        expect((await seen(tabs[0]))[by]).toEqual({ asked: runs, fetched: runs, written });
      });
    });
  });

  /** A visitor whose worker has that source. */
  const visit = async (source: string) => {
    site.put(
      '/sw.js',
      await bundle(`${source} addEventListener('activate', (event) => event.waitUntil(clients.claim()));`),
    );
    const visitor = await site.visitor();
    onTestFinished(() => visitor.close());
    return visitor;
  };

  test.each([
    ['is aborted with the request of the handler', 'request'],
    ['goes on with the request of the event', 'event.request'],
  ])('the renewal of a cached opaque image, whose page is closed, %s', async (_, request) => {
    const visitor = await visit(`
      import { createHandler } from 'coflight/service-worker';
      import { registerRoute } from 'workbox-routing';
      import { StaleWhileRevalidate } from 'workbox-strategies';
      const strategy = new StaleWhileRevalidate();
      const handler = createHandler({ fetch: (request, event) => strategy.handle({ request: ${request}, event }) });
      registerRoute(({ url }) => url.pathname.startsWith('/r/'), handler);`);
    const server = resource({ gate: 'headers', image: '8x8' }, site.other);
    const [stays, leaves] = [await open(visitor), await open(visitor)];
    for (const tab of [stays, leaves])
      await tab.evaluate(async () => {
        const { worker } = await coflight.register('/sw.js');
        if (worker) globalThis.attendant = worker;
      });
    const first = imageIn(stays, server.url);
    await server.open('headers1');
    await first;
    await expect
      .poll(() => stays.evaluate(async (url) => !!(await caches.match(url)), server.url))
      .toBe(true);
    await imageIn(leaves, server.url);
    await server.seen({ requests: 2 });
    await countAnew(stays);
    await leaves.close();
    await counted(stays, 'left', 1);
    if (request !== 'request') await server.open('headers2');
    await server.seen(request === 'request' ? { aborted: 1 } : { finished: 2 });
  });

  test('a strategy of Serwist behind a handler has the fallback of its own plugin, and not that of the option `fallbacks`', async () => {
    const visitor = await visit(`
      import { createHandler } from 'coflight/service-worker';
      import { NetworkOnly, PrecacheFallbackPlugin, Serwist } from 'serwist';
      const entries = [{ url: '/page?offline', matcher: () => true }];
      const behind = (strategy) => createHandler({ fetch: (request, event) => strategy.handle({ request, event }) });
      const own = new NetworkOnly();
      const serwist = new Serwist({
        precacheEntries: [{ url: '/page?offline', revision: '1' }],
        fallbacks: { entries },
        runtimeCaching: [
          { matcher: ({ url }) => url.searchParams.get('by') === 'strategy', handler: new NetworkOnly() },
          { matcher: ({ url }) => url.searchParams.get('by') === 'option', handler: behind(new NetworkOnly()) },
          { matcher: ({ url }) => url.searchParams.get('by') === 'plugin', handler: behind(own) },
        ],
      });
      own.plugins.push(new PrecacheFallbackPlugin({ fallbackUrls: entries, serwist }));
      serwist.addEventListeners();`);
    const tab = await open(visitor);
    const textOf = (by: string) => textIn(tab, resource({ reset: 'headers', by }, site.origin).url);
    expect(await textOf('strategy')).toContain('<!doctype html>');
    expect(await textOf('option')).toBe('TypeError');
    expect(await textOf('plugin')).toContain('<!doctype html>');
  });
});
