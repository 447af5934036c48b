import type { BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { counted, engines, imageIn, openSite, openTab, type Site, textIn } from '../support/site.ts';

const asker = `
  onmessage = async ({ data }) => postMessage(await fetch(data).then((response) => response.text()));`;

/** What a dedicated worker of the tab is answered. */
const textInWorker = (tab: Page, url: string): Promise<string> =>
  tab.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const worker = new Worker('/asker.js');
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(url);
      }),
    url,
  );

/** What a frame of the tab is answered. */
const textInFrame = (tab: Page, url: string): Promise<string> =>
  tab.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = `/frame/${Math.random()}`;
    await new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
    return (frame.contentWindow as typeof globalThis & Window).fetch(url).then((r) => r.text());
  }, url);

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: BrowserContext;
  let tabs: [Page, Page];
  /** A resource of this test; the tabs' own origin where nothing else is said. */
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);

  beforeAll(async () => {
    site = await openSite(engine);
    site.put('/asker.js', asker);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    tabs = [await openTab(site, visitor, { path: '/one' }), await openTab(site, visitor, { path: '/two?x' })];
    return () => visitor.close();
  });

  describe('sharing', () => {
    test.each(['no-store', 'max-age=600'])(
      'two tabs that ask for one URL (%s) are one request',
      async (cache) => {
        const { url, ...server } = at({ gate: 'headers', body: 'shared', cache });
        const texts = tabs.map((tab) => textIn(tab, url));
        await counted(tabs[0], 'joined', 1);
        await server.open('headers');
        expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
        expect(await server.hits()).toBe(1);
      },
    );

    test('two tabs, four frames and a worker that ask for one URL are one request', async () => {
      const { url, ...server } = at({ gate: 'headers', body: 'shared' });
      const [one, two] = tabs;
      const texts = [
        textIn(one, url),
        textIn(two, url),
        textInFrame(one, url),
        textInFrame(one, url),
        textInFrame(two, url),
        textInFrame(two, url),
        textInWorker(two, url),
      ];
      await counted(one, 'joined', 6);
      await server.open('headers');
      expect(await Promise.all(texts)).toEqual(Array(7).fill('shared'));
      expect(await server.hits()).toBe(1);
    });
  });
});
