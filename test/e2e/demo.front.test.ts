import type { Browser, Frame, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Demo } from '../support/demo.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { launchFor, numberIn, settled, shows, tileHits, type Visit, visit } from '../support/demo-visit.ts';
import { noisePng } from '../support/png.ts';
import { type Otherwise, startServer } from '../support/server.ts';
import { puppetEngines } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

describe.each(puppetEngines)('%s', (engine) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine);
  });
  afterAll(() => browser?.close());

  describe('front', () => {
    test('shows the panels over HTTP/2', async () => {
      await using front = await visit(browser, demo, { at: `${demo.site.secure.front}/`, secure: true });
      const panel = front.panel('page');
      await settled(panel);
      expect(await tileHits(panel)).toEqual(Array(9).fill(1));
      const protocols = await panel.frame.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/tiles/'))
          .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
      );
      expect(new Set(protocols)).toEqual(new Set(['h2']));
    });

    test('sets the connection and the library of all panels, and keeps them in the address: for HTTP/2, across a reload, for the gallery', async () => {
      await using front = await visit(browser, demo, { query: { latency: '40' } });
      const { page } = front;
      await page.waitForSelector('.stacks[aria-disabled="false"]');
      await page.click('.line summary');
      await page.select('[name=cacheControl]', 'no-store');
      await page.select('[name=bandwidth]', '1000000');
      await page.waitForFunction(() => location.search.includes('bandwidth=1000000'));
      await page.click('[value=openlayers]');
      const wanted = { latency: 40, bandwidth: 1_000_000, cacheControl: 'no-store' };
      for (const { link } of front.panels) expect((await link.report()).settings).toMatchObject(wanted);

      await page.goto(page.url().replace(/link=[^&]+/, 'link=another'));
      await page.waitForSelector('[value=openlayers]:checked');
      await page.waitForFrame((frame) => frame.url().includes('stack=openlayers'));
      await page.waitForFunction(() =>
        document.querySelector('.line summary')?.textContent?.includes('40 ms, 1 MB/s, no-store'),
      );
      const another = () => demo.link('another-page').report();
      while ((await another()).settings.bandwidth !== wanted.bandwidth);
      expect((await another()).settings).toMatchObject(wanted);
      const kept = { latency: '40', bandwidth: '1000000', cache: 'no-store', stack: 'openlayers' };
      const inAddress = ({ search }: { search: string }) => Object.fromEntries(new URLSearchParams(search));
      const [gallery, secure] = await page.$$eval('nav a:nth-of-type(2), .line a', (links) =>
        links.map((link) => {
          const { origin, search } = link as HTMLAnchorElement;
          return { origin, search, says: link.parentElement?.textContent };
        }),
      );
      expect(inAddress(gallery ?? { search: '' })).toEqual(kept);
      expect(inAddress(secure ?? { search: '' })).toMatchObject(kept);
      expect(secure?.origin).toBe(demo.site.secure.front);
      expect(secure?.says).toContain('your browser warns of it, and runs no service worker under it');
    });

    test('leads from another name of this machine to its own address, and names in it a library that it does not know, and a setting that the server refuses', async () => {
      const at = `${demo.origin.replace('127.0.0.1', 'localhost')}/`;
      const query = { cache: 'no-store', stack: 'nonsense', latency: '1e2' };
      await using front = await visit(browser, demo, { at, query });
      expect(front.page.url()).toMatch(new RegExp(`^${demo.origin}/\\?.*cache=no-store`));
      const notices = ['.stacks .notice', '.line .notice'].map(async (selector) =>
        (await front.page.waitForSelector(selector, { visible: true }))?.evaluate((line) => line.textContent),
      );
      expect(await Promise.all(notices)).toEqual([
        'There is no stack nonsense. These are Leaflet’s maps.',
        expect.stringMatching(/^Expected latency to be a whole number .*, got "1e2"\.$/),
      ]);
      expect(front.page.url()).not.toContain('nonsense');
      expect(await front.page.$eval('.line summary', (summary) => summary.textContent)).toMatch(/ \d+ ms,/);
      await settled(front.panel('page'));
    });

    test('shows a connection in its fields that they do not offer', async () => {
      const query = { latency: '1500', bandwidth: '20000000' };
      await using front = await visit(browser, demo, { query, modes: [] });
      await front.page.waitForFunction(() =>
        document.querySelector('.line summary')?.textContent?.includes('1500 ms, 20 MB/s, no-cache'),
      );
      const chosen = await front.page.$eval('.line form', (form) => [
        (form.elements.namedItem('latency') as HTMLInputElement).value,
        (form.elements.namedItem('bandwidth') as HTMLSelectElement).selectedOptions[0]?.label,
      ]);
      expect(chosen).toEqual(['1500', '20 MB/s']);
      await front.page.select('[name=bandwidth]', '250000');
      await front.page.waitForFunction(() => location.search.includes('bandwidth=250000'));
      const offered = () =>
        front.page.$$eval('[name=bandwidth] option', (options) => options.map(({ label }) => label));
      expect(await offered()).toEqual(['unlimited', '5 MB/s', '2 MB/s', '1 MB/s', '250 kB/s']);
    });

    test('leads to HTTP/2 with the connection and the library that were chosen last', async () => {
      await using front = await visit(browser, demo, { modes: [] });
      const { page } = front;
      await page.waitForSelector('.stacks[aria-disabled="false"]');
      const inLink = () =>
        page.$eval('.line a', (link) =>
          Object.fromEntries(new URL((link as HTMLAnchorElement).href).searchParams),
        );
      await page.click('.line summary');
      await page.select('[name=bandwidth]', '1000000');
      await page.waitForFunction(() => location.search.includes('bandwidth=1000000'));
      await expect.poll(inLink).toEqual({ bandwidth: '1000000' });
      await page.click('[value=openlayers]');
      await expect.poll(inLink).toEqual({ bandwidth: '1000000', stack: 'openlayers' });
    });

    test('takes another link where a second front names one that is in use', async () => {
      await using one = await visit(browser, demo, { query: { link: 'taken' }, modes: ['page'] });
      await settled(one.panel('page'));
      const second = await one.page.browserContext().newPage();
      second.setDefaultTimeout(0);
      await second.goto(one.page.url());
      const frame = await second.waitForFrame((frame) => frame.url().startsWith(`${demo.site.plain.page}/`));
      expect(new URL(frame.url()).searchParams.get('link')).not.toBe('taken');
      await second.waitForFunction(() => document.querySelector('[data-headline=page]')?.textContent === '9');
      expect(await numberIn(one.panel('page'), 'Tiles.sent')).toBe(9);
    });

    test('a page that is translated into Arabic cuts no words of its picture', async () => {
      const turn = (page: Page) =>
        page.evaluateOnNewDocument(() =>
          addEventListener('DOMContentLoaded', () => {
            document.documentElement.dir = 'rtl';
          }),
        );
      await using front = await visit(browser, demo, { before: turn, modes: [] });
      await front.page.waitForSelector('.idea');
      const cut = await front.page.$$eval('.idea text', (words) =>
        words.flatMap((word) => {
          const [room, { left, right }] = [word.ownerSVGElement, word.getBoundingClientRect()];
          const edge = room?.getBoundingClientRect();
          return edge && left >= edge.left - 1 && right <= edge.right + 1 ? [] : [word.textContent];
        }),
      );
      expect(cut).toEqual([]);
    });

    test('names the feature that a browser lacks', async () => {
      const old = (page: Page) =>
        page.evaluateOnNewDocument(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      await old(page);
      await page.goto(demo.origin);
      const notice = await page.waitForSelector('[role=alert]');
      expect(await notice?.evaluate((line) => line.textContent)).toBe(
        'The demo needs what this browser lacks: Web Locks. A current Chrome, Edge, Firefox or Safari has it.',
      );
      await context.close();
    });
  });

  test('a panel without its service worker says why, and sends each request', async () => {
    const at = `${demo.site.plain.worker}/`;
    const before = (page: Page) =>
      page.evaluateOnNewDocument(() => {
        navigator.serviceWorker.register = async () => {
          throw new DOMException('no cookies', 'SecurityError');
        };
      });
    await using visitor = await visit(browser, demo, { at, modes: ['worker'], before });
    const panel = visitor.panel('worker');
    await shows(panel, 'Tiles.sent', 36);
    const notice = await panel.frame.$eval('.notice', ({ textContent, children }) => ({
      text: textContent,
      code: Array.from(children, (code) => code.textContent),
    }));
    expect(notice.text).toMatch(
      /^There is no service worker here, so each request is sent\. A policy forbids/,
    );
    expect(notice.text).toMatch(/cause: SecurityError: no cookies$/);
    expect(notice.code).toContain('worker-src');
  });

  describe('panel', () => {
    let visitor: Visit;
    beforeAll(async () => {
      visitor = await visit(browser, demo, { at: `${demo.site.plain.page}/`, modes: ['page'] });
      await settled(visitor.panel('page'));
    });
    afterAll(() => visitor?.[Symbol.asyncDispose]());

    test('tells by keyboard who launched a flight and who joined', async () => {
      const { page } = visitor;
      await page.focus('.rows');
      await page.keyboard.press('Home');
      const story = () => page.$eval('.rows', (rows) => rows.ariaValueText);
      expect(await story()).toMatch(
        /^tiles\/light\/6\/\d+\/\d+\.png · launched by map 1 .* joined by map 2, map 3, map 4 · /,
      );
      await page.keyboard.press('End');
      expect(await story()).toMatch(/^(borders|places)/);
      expect(await page.$eval('.flight', (line) => line.textContent)).toBe(await story());
    });

    test('moves all maps by keyboard', async () => {
      const panel = visitor.panel('page');
      await visitor.page.focus('.map:nth-child(3) .leaflet-container');
      await visitor.page.keyboard.press('+');
      await shows(panel, 'JSON.asked', 12);
      await visitor.page.waitForFunction(() => document.querySelectorAll('.leaflet-zoom-anim').length === 0);
      const views = await visitor.page.$$eval('.map', (maps) =>
        maps.map((map) => map.querySelector<HTMLElement>('.leaflet-map-pane')?.style.transform),
      );
      expect(new Set(views).size).toBe(1);
    });
  });

  describe('tiles of your own server', () => {
    const alone = () => ({ at: `${demo.site.plain.page}/`, modes: ['page'] }) as const;
    const image: Otherwise = async (_, res) => {
      res.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' });
      res.end(noisePng(256, 256));
    };

    test('are shown, and counted by the page', async () => {
      const own = await startServer(image);
      const query = { tiles: `${own.origin}/own/{z}/{x}/{y}.png` };
      await using visitor = await visit(browser, demo, { ...alone(), query });
      const panel = visitor.panel('page');
      await settled(panel);
      const [asked, sent] = [await numberIn(panel, 'Tiles.asked'), await numberIn(panel, 'Tiles.sent')];
      expect(asked).toBe(4 * sent);
      expect(await numberIn(panel, 'Tiles.shared')).toBe(3 * sent);
      expect(await tileHits(panel)).toEqual([]);
      await own.close();
    });

    /** Where a server of that kind has its tiles, or would have them. */
    const tilesOf = (answer: Otherwise) => async () => {
      const { origin, close } = await startServer(answer);
      onTestFinished(close);
      return `${origin}/{z}/{x}/{y}.png`;
    };
    const textOf = async (frame: Frame, selector: string) =>
      (await frame.waitForSelector(selector))?.evaluate((found) => found.textContent);
    const gone = async () => {
      const { origin, close } = await startServer(image);
      await close();
      return `${origin}/{z}/{x}/{y}.png`;
    };
    const mute = tilesOf(async (_, res) => {
      res.removeHeader('access-control-allow-origin');
      res.writeHead(200, { 'content-type': 'image/png' }).end(noisePng(256, 256));
    });
    const wordy = tilesOf(async (_, res) => void res.end('A page, no picture.'));
    const broken = tilesOf(async (_, res) => void res.writeHead(503).end());

    test.each([
      ['that is gone', gone, /^No tiles: 127\.0\.0\.1:\d+ cannot be reached\.$/],
      [
        'without CORS',
        mute,
        /does not let this page read them: its answers lack Access-Control-Allow-Origin\.$/,
      ],
      [
        'that has no images',
        wordy,
        /^No tiles: 127\.0\.0\.1:\d+ answers with something that is not an image\.$/,
      ],
      ['that fails', broken, /^No tiles: 127\.0\.0\.1:\d+ answers with status 503\.$/],
      [
        'that has no address',
        async () => 'nonsense',
        /^No tiles: \?tiles=nonsense is not an address of tiles\./,
      ],
    ])(
      'of a server %s are missed on the map and on the card, and no time is shown',
      async (_, address, reason) => {
        await using visitor = await visit(browser, demo, { ...alone(), query: { tiles: await address() } });
        const panel = visitor.panel('page');
        expect(await textOf(panel.frame, '.maps .over')).toMatch(reason);
        expect(await textOf(panel.frame, '.headline.page .trouble')).toMatch(reason);
        await settled(panel);
        expect(await textOf(panel.frame, '.headline.page dd')).toBe('–');
      },
    );

    test('keep no panel under the worker from starting when their address is none', async () => {
      const query = { tiles: 'javascript:none' };
      const at = `${demo.site.plain.worker}/`;
      await using visitor = await visit(browser, demo, { at, query, modes: ['worker'] });
      const { frame } = visitor.panel('worker');
      expect(await textOf(frame, '.maps .over')).toMatch(/ is not an address of tiles\./);
    });

    test('that do not come are missed on the cards of the front', async () => {
      await using front = await visit(browser, demo, { query: { tiles: await gone() }, modes: ['page'] });
      const card = front.page.mainFrame();
      expect(await textOf(card, '.headline.page .trouble')).toMatch(/ cannot be reached\.$/);
      await settled(front.panel('page'));
      expect(await textOf(card, '.headline.page dd')).toBe('–');
      expect(await card.$$('.saves')).toEqual([]);
    });
  });

  describe('gallery', () => {
    test('brings the picture that is clicked before those that preload', async () => {
      const at = `${demo.origin}/gallery.html`;
      const options = { at, modes: ['off', 'page'] as const, settings: { hold: true } };
      await using front = await visit(browser, demo, options);
      const [off, page] = [front.panel('off'), front.panel('page')];
      await front.page.waitForSelector('#preload[aria-disabled="false"]');
      await front.page.click('#preload');
      await page.frame.waitForSelector('[data-state=loading]');
      expect(await page.frame.$$eval('[data-state=waiting]', (all) => all.length)).toBe(19);
      await off.frame.waitForSelector('[data-state=loading]');
      expect(await off.frame.$$eval('[data-state=loading]', (all) => all.length)).toBe(20);

      // Picked in one panel, it is picked in both.
      await off.frame.click('.strip li:last-child button');
      await page.frame.waitForSelector('.strip li:last-child [data-state=loading]');
      const last = 'gallery/rio-de-la-plata.png';
      while (!((await page.link.hits())[last] === 1));
      // The first six are before it on the wire, where none steps aside.
      expect((await off.link.hits())[last]).toBeUndefined();
      for (const { link } of front.panels) await link.set({ hold: false });
      for (const { frame } of front.panels) {
        await frame.waitForSelector('.screen img');
        const size = await frame.$eval('.screen img', (image) => (image as HTMLImageElement).naturalWidth);
        expect(size).toBe(1920);
      }
      await page.frame.waitForFunction(() => document.querySelectorAll('[data-state=ready]').length === 20);
      expect((await page.link.hits())[last]).toBe(1);
      expect((await page.link.report()).sums.gallery.answered).toBe(20);
    });

    test('without the library, a click on a picture that is ready sends nothing', async () => {
      const at = `${demo.site.plain.off}/`;
      await using visitor = await visit(browser, demo, { at, query: { view: 'gallery' }, modes: ['off'] });
      const { page } = visitor;
      await (await page.waitForSelector('.queue button'))?.click();
      await page.waitForFunction(() => document.querySelectorAll('[data-state=ready]').length === 20);
      // An image that the page does not hold is loaded again.
      if (engine === 'chromium') await (await page.createCDPSession()).send('HeapProfiler.collectGarbage');
      await page.click('.strip li:last-child button');
      await page.waitForSelector('.screen img');
      expect(Object.values(await visitor.panel('off').link.hits())).toEqual(Array(20).fill(1));
    });

    test('a new start ends all requests of the one before, that of the clicked picture included', async () => {
      const options = {
        at: `${demo.origin}/gallery.html`,
        modes: ['off'],
        settings: { hold: true },
      } as const;
      await using front = await visit(browser, demo, options);
      const { page } = front;
      const { frame, link } = front.panel('off');
      const sixOpen = async () => {
        while ((await link.report()).sums.gallery.open < 6);
      };
      await page.waitForSelector('#preload[aria-disabled="false"]');
      await page.click('#preload');
      await sixOpen();
      await page.click('#last');
      await frame.waitForSelector('.screen [aria-busy=true]');
      await page.click('#preload');
      await frame.waitForSelector('.screen [aria-busy=false]');
      // A request of the first start would have one of the six connections.
      await sixOpen();
    });

    test('is one stop for the tab key, and the arrow keys lead from picture to picture', async () => {
      const at = `${demo.site.plain.page}/`;
      await using visitor = await visit(browser, demo, { at, query: { view: 'gallery' }, modes: ['page'] });
      const { page } = visitor;
      await page.waitForSelector('.thumb');
      expect(await page.$$eval('.thumb[tabindex="0"]', (all) => all.length)).toBe(1);
      await page.focus('.thumb');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Iberia');
      await page.keyboard.press('End');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Río de la Plata',
      );
      expect(await page.$$eval('.thumb[tabindex="0"]', (all) => all.length)).toBe(1);
    });
  });
});
