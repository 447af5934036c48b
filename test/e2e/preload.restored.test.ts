// A page that comes back from the back/forward cache. Firefox keeps no page there that has a request under way. WebKit
// ends such a request, and tells its image neither then nor later.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Group, Preloader } from '../../src/preload/index.ts';
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, type Visitor } from '../support/site.ts';

declare global {
  /** The variables of a test in its page. */
  var gallery: { images: Preloader; group: Group; loaded: Promise<number>; restored: boolean };
}

describe.each(engines.filter((engine) => engine !== 'firefox'))('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  beforeAll(async () => {
    site = await openSite(engine);
    visitor = await site.visitor();
  });
  afterAll(() => site.close());

  test.each([
    ['goes on', 'after', false],
    ['goes on', 'before', false],
    ['and an image that a caller waits for go on', 'after', true],
    ['and an image that a caller waits for go on', 'before', true],
  ])(
    'the preloader of a page %s when it is restored, with an image that arrives %s',
    async (_, when, isLoaded) => {
      const tab = await visitor.newPage();
      await tab.goto(`${site.origin}/page`);
      await tab.waitForFunction(() => globalThis.coflight);
      const [one, two] = [
        resource({ image: '8x6', gate: 'body' }, site.origin),
        resource({ image: '8x6' }, site.origin),
      ];
      await tab.evaluate(
        (isLoaded, ...urls) => {
          const images = coflight.createPreloader({ idleTimeout: 0 });
          const group = images.preload(...urls);
          const loaded = isLoaded ? images.load(urls[0]).then((image) => image.naturalWidth) : undefined;
          const gallery = { images, group, loaded, restored: false };
          Object.assign(globalThis, { gallery });
          addEventListener('pageshow', ({ persisted }) => {
            gallery.restored = persisted;
          });
        },
        isLoaded,
        one.url,
        two.url,
      );
      await one.seen({ requests: 1 });
      await tab.goto(`${site.origin}/elsewhere`);
      if (engine === 'webkit') await one.seen({ aborted: 1 });
      if (when === 'before') await one.open('body');
      const back = tab.goBack();
      // The driver of WebKit waits for the request that the preloader sends again.
      await (engine === 'webkit' ? one.seen({ requests: 2 }) : back);
      if (when === 'after') await one.open('body');
      await back;
      const seen = await tab.evaluate(async () => {
        const { done } = await gallery.group.done;
        return {
          done,
          width: await gallery.loaded,
          restored: gallery.restored,
          ...gallery.images.stats(),
        };
      });
      expect(seen).toMatchObject({ done: 2, restored: true, inFlight: 0, waiting: 0 });
      if (isLoaded) expect(seen.width).toBe(8);
      expect([await one.hits(), await two.hits()]).toEqual([engine === 'webkit' ? 2 : 1, 1]);
      await tab.close();
    },
  );
});
