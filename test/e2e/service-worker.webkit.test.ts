import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAnew, countIn, engines, openSite, openTab, type Site, type Visitor } from '../support/site.ts';
import { sixtyTiles, ways } from '../support/sixty-tiles.ts';

// WebKit shares nothing between tabs by itself, not even cacheable answers: 120 requests without the worker.
describe.runIf(engines.includes('webkit'))('webkit', () => {
  let site: Site;
  let visitor: Visitor;
  beforeAll(async () => {
    site = await openSite('webkit');
    visitor = await site.visitor();
  });
  afterAll(() => site?.close());

  test.each(ways)('two tabs of sixty tiles each, by %s (%s), send sixty requests', async (how, cache) => {
    const tabs = [await openTab(site, visitor), await openTab(site, visitor)] as const;
    expect(await sixtyTiles(tabs, site.origin, how, cache)).toEqual({
      widths: Array(120).fill(8),
      requests: 60,
    });
  });

  // So MapLibre needs `setWorkerCount(1)` in Safari (docs/maps.md).
  test.each([
    ['from one URL only the first goes through the service worker', ['/w.js', '/w.js', '/w.js'], 1],
    ['from three URLs all go through the service worker', ['/w.js?1', '/w.js?2', '/w.js?3'], 3],
  ])('of three dedicated workers that start at once %s', async (_, urls, launched) => {
    site.put('/w.js', 'onmessage = async ({ data }) => postMessage(await (await fetch(data)).text());');
    const tab = await openTab(site, visitor);
    await countAnew(tab);
    const texts = await tab.evaluate(
      async (urls, launched) => {
        const workers = urls.map((url) => new Worker(url));
        const ask = (worker: Worker, at: number) =>
          new Promise<string>((resolve) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.postMessage(`/r/dedicated-${launched}-${at}?body=here`);
          });
        return Promise.all(workers.map(ask));
      },
      urls,
      launched,
    );
    expect(texts).toEqual(Array(3).fill('here'));
    expect(await countIn(tab, 'launched')).toBe(launched);
  });

  test('a frame of another origin gets the answer that its requests share', async () => {
    site.put(
      '/frames',
      `<script>onmessage = ({ data }) => { said = data; }</script><iframe src="${site.other}/frame"></iframe>`,
    );
    site.put(
      '/frame',
      `<!doctype html><script type="module">
        import { register } from '/coflight/register.js';
        await register('/coflight-sw.js', { match: '/r/*' });
        const ask = () => fetch('/r/in-frame?delay=100&body=shared&length=1').then((response) => response.text(), String);
        parent.postMessage(await Promise.all([ask(), ask(), ask()]), '*');
      </script>`,
    );
    const tab = await visitor.newPage();
    await tab.goto(`${site.origin}/frames`);
    const said = await tab.evaluate(async () => {
      const page = window as { said?: string[] };
      while (!page.said) await new Promise((resolve) => setTimeout(resolve, 20));
      return page.said;
    });
    expect(said).toEqual(Array(3).fill('shared'));
  });
});
