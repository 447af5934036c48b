// Images of a page that a service worker takes over on a first visit. docs/react.md says what this test finds.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { imageIn, openSite, type PuppetSite } from '../support/site.ts';

let site: PuppetSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('Chromium asks once more for an image that was loaded before the worker took the page over (#15)', async () => {
  const image = resource({ image: '8x6', cache: 'no-store' }, site.origin);
  const tab = await (await site.visitor()).newPage();
  await tab.goto(`${site.origin}/page`);
  const show = () => imageIn(tab, image.url);
  expect([await show(), await show(), await image.hits()]).toEqual(['8x6', '8x6', 1]);
  const register = async () => (await coflight.register('/coflight-sw.js', { match: '/tiles/*' })).status;
  expect(await tab.evaluate(register)).toBe('controlled');
  expect([await show(), await show(), await image.hits()]).toEqual(['8x6', '8x6', 2]);
});
