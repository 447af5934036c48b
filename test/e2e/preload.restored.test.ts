// A page that comes back from the back/forward cache. Firefox keeps no page there that has a request under way.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Group, Preloader } from '../../src/preload/index.ts';
import { resource } from '../support/resource.ts';
import { openSite, type PuppetSite } from '../support/site.ts';

declare global {
  /** The variables of a test in its page. */
  var gallery: { images: Preloader; group: Group; restored: boolean };
}

let site: PuppetSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test.each(['after', 'before'])(
  'the preloads of a page go on when it is restored, with an image that arrives %s',
  async (when) => {
    const tab = await (await site.visitor()).newPage();
    await tab.goto(`${site.origin}/page`);
    await tab.waitForFunction(() => globalThis.coflight);
    const [one, two] = ['body', ''].map((gate) => resource({ image: '8x6', gate }, site.origin));
    await tab.evaluate(
      (...urls) => {
        const images = coflight.createPreloader({ idleTimeout: 0 });
        const gallery = { images, group: images.preload(...urls), restored: false };
        Object.assign(globalThis, { gallery });
        addEventListener('pageshow', ({ persisted }) => {
          gallery.restored = persisted;
        });
      },
      one?.url ?? '',
      two?.url ?? '',
    );
    await one?.seen({ requests: 1 });
    await tab.goto(`${site.origin}/elsewhere`);
    if (when === 'before') await one?.open('body');
    await tab.goBack();
    if (when === 'after') await one?.open('body');
    const seen = await tab.evaluate(async () => {
      const { done } = await gallery.group.done;
      return { done, restored: gallery.restored, ...gallery.images.stats() };
    });
    expect(seen).toMatchObject({ done: 2, restored: true, inFlight: 0, waiting: 0 });
    expect([await one?.hits(), await two?.hits()]).toEqual([1, 1]);
  },
);
