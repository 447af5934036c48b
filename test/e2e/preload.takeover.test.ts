// Images of a page that a service worker takes over on a first visit. docs/react.md says what this test finds.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, imageIn, openSite, type Site } from '../support/site.ts';

describe.each(engines)('%s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());

  test.each([
    ['once more', 'no-store', 2],
    ['once more', 'no-cache', 2],
    // WebKit keeps what it has loaded with a worker apart from what it has loaded without.
    engine === 'webkit' ? ['once more', 'max-age=60', 2] : ['no second time', 'max-age=60', 1],
  ] as const)(
    'asks %s for an image (%s) that was loaded before the worker took the page over (#15)',
    async (_, cache, hits) => {
      const image = resource({ image: '8x6', cache }, site.origin);
      const visitor = await site.visitor();
      const tab = await visitor.newPage();
      await tab.goto(`${site.origin}/page`);
      const show = () => imageIn(tab, image.url);
      expect([await show(), await show(), await image.hits()]).toEqual(['8x6', '8x6', 1]);
      const register = async () => (await coflight.register('/coflight-sw.js', { match: '/tiles/*' })).status;
      expect(await tab.evaluate(register)).toBe('controlled');
      expect([await show(), await show(), await image.hits()]).toEqual(['8x6', '8x6', hits]);
      await visitor.close();
    },
  );
});
