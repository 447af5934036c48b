import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Discarding, openDiscarding } from '../support/discard.ts';
import { resource } from '../support/resource.ts';
import { countAnew, openServers, openTab, type Servers, subscribed, textIn } from '../support/site.ts';

let servers: Servers;
let discarding: Discarding;
let other: Page;
let discarded: Page;

beforeAll(async () => {
  [servers, discarding] = await Promise.all([openServers(), openDiscarding()]);
});
afterAll(() => Promise.all([discarding.close(), servers.close()]));
beforeEach(async () => {
  const { browser } = discarding;
  other = await openTab(servers, browser);
  discarded = await openTab(servers, browser, { path: '/page?discarded' });
  await countAnew(other);
});

const inFlight = () => other.evaluate(async () => (await attendant.stats()).inFlight);
/** Starts a call in the tab that is discarded. */
const start = (url: string) =>
  discarded.evaluate((url) => {
    fetch(url).then((response) => response.text());
  }, url);

describe('a tab that is discarded', () => {
  test('A tab that is discarded before the headers leaves its answer to the tab that shares it, and nothing in flight (#19)', async () => {
    const server = resource({ gate: 'headers', body: 'shared' }, servers.origin);
    await start(server.url);
    const text = textIn(other, server.url);
    await subscribed(other, 2);
    await discarding.discard(discarded.url());
    await server.open('headers');
    expect(await text).toBe('shared');
    expect(await server.hits()).toBe(1);
    await vi.waitUntil(async () => !(await inFlight()), { timeout: 60_000 });
  });

  test('A tab that is discarded in mid-body leaves the rest to the tab that shares it (#19)', async () => {
    const server = resource({ gate: 'end', size: 100_000, chunk: 50_000 }, servers.origin);
    await start(server.url);
    await vi.waitUntil(async () => (await server.seen()).sent > 0, { timeout: 60_000 });
    const text = textIn(other, server.url);
    await subscribed(other, 2);
    await discarding.discard(discarded.url());
    await server.open('end');
    expect((await text).length).toBe(100_000);
    expect(await server.hits()).toBe(1);
  });

  test('A tab that is discarded in mid-body as the only caller has left: its request ends at the server (#19)', async () => {
    const server = resource({ gate: 'end', size: 8_000_000, chunk: 4_000_000 }, servers.origin);
    await start(server.url);
    await vi.waitUntil(async () => (await server.seen()).sent > 0, { timeout: 60_000 });
    await discarding.discard(discarded.url());
    await server.seen({ aborted: 1 });
    await vi.waitUntil(async () => !(await inFlight()), { timeout: 60_000 });
  });
});
