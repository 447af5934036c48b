import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServers, openTab, type Servers, webkit } from '../support/site.ts';
import { sixtyTiles, ways } from '../support/sixty-tiles.ts';
import { launchWebKit, type WebKit } from '../support/webkit.ts';

// WebKit shares nothing between tabs by itself, not even what may be cached: 120 requests without the worker.
describe.runIf(webkit)('webkit', () => {
  let site: Servers;
  let browser: WebKit;
  beforeAll(async () => {
    site = await openServers();
    browser = await launchWebKit(webkit ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test.each(ways)('two tabs of sixty tiles each, by %s (%s), send sixty requests', async (how, cache) => {
    const tabs = [await openTab(site, browser), await openTab(site, browser)] as const;
    expect(await sixtyTiles(tabs, site.origin, how, cache)).toEqual({
      widths: Array(120).fill(8),
      requests: 60,
    });
  });
});
