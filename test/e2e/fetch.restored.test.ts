// A page that comes back from the back/forward cache, or that was frozen in the background, with a call in flight. Firefox
// keeps no such page in the cache, and WebKit ends the request. Chromium alone freezes pages in the background.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, inPuppeteer, openSite, type Site } from '../support/site.ts';

declare global {
  /** The variables of a test in its page. */
  var visit: { again?: Promise<string | null> };
}

describe.each(engines.filter((engine) => engine !== 'firefox'))('%s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());

  test.each(['visibilitychange', 'pageshow'])(
    'a call at the `%s` of a page that comes back does not join a request from before',
    async (type) => {
      const tab = await (await site.visitor()).newPage();
      await tab.goto(`${site.origin}/page`);
      await tab.waitForFunction(() => globalThis.coflight);
      const one = resource({ gate: 'headers' }, site.origin);
      await tab.evaluate(
        (url, type) => {
          const fetch = coflight.createFetch();
          fetch(url).catch(() => {});
          const visit: typeof globalThis.visit = {};
          Object.assign(globalThis, { visit });
          addEventListener(
            type,
            () => {
              if (document.visibilityState === 'visible')
                visit.again = fetch(url).then(({ headers }) => headers.get('x-number'));
            },
            { capture: true },
          );
        },
        one.url,
        type,
      );
      await one.seen({ requests: 1 });
      await tab.goto(`${site.origin}/elsewhere`);
      await one.open('headers');
      await tab.goBack();
      expect(await tab.evaluate(() => visit.again)).toBe('2');
      expect(await one.hits()).toBe(2);
    },
  );

  test.runIf(engine === 'chromium')(
    'a call of a page that was frozen joins no request from before',
    async () => {
      const tab = await (await site.visitor()).newPage();
      await tab.goto(`${site.origin}/page`);
      await tab.waitForFunction(() => globalThis.coflight);
      const one = resource({ gate: 'body' }, site.origin);
      const number = await tab.evaluate(async (url) => {
        globalThis.shared = coflight.createFetch();
        const response = await shared(url);
        response.text().catch(() => {});
        return response.headers.get('x-number');
      }, one.url);
      expect(number).toBe('1');
      const devtools = await inPuppeteer(tab).createCDPSession();
      for (const state of ['frozen', 'active'] as const)
        await devtools.send('Page.setWebLifecycleState', { state });
      const again = tab.evaluate(
        (url) => shared(url).then(({ headers }) => headers.get('x-number')),
        one.url,
      );
      expect(await again).toBe('2');
      await one.open('body');
    },
  );
});
