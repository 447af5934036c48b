import { afterAll, beforeAll, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { controlledTab, openSite, type Site } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test('two tabs that ask for one uncacheable URL are one request', async () => {
  const visitor = await site.visitor();
  const tabs = [await controlledTab(visitor), await controlledTab(visitor)];
  const one = resource({ gate: 'headers', body: 'shared' }, site.origin);
  const next = resource({}, site.origin);
  const texts = tabs.map((tab) => tab.evaluate((url) => fetch(url).then((r) => r.text()), one.url));
  await Promise.all(tabs.map((tab) => tab.evaluate((url) => fetch(url).then((r) => r.text()), next.url)));
  await one.open('headers');
  expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
  expect(await one.hits()).toBe(1);
});
