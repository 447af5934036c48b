// The examples as their readers start them, in a real browser.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { env } from 'node:process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { accessFaults } from '../support/axe.ts';
import { examplesFolder, runExample, serveExample } from '../support/example.ts';
import { launchRecorder, reportOn, until } from '../support/recorded.ts';
import { type AnyBrowser, engines, isPuppet, openBrowser, type Tab } from '../support/site.ts';

/** Resolves when an element's text is as wanted. */
const says = (tab: Tab, selector: string, wanted: string) =>
  tab.waitForFunction(
    (selector, wanted) => document.querySelector(selector)?.textContent?.includes(wanted),
    {},
    selector,
    wanted,
  );

/** Resolves when there is such an element. */
const comes = (tab: Tab, selector: string) =>
  tab.waitForFunction((selector) => document.querySelector(selector) !== null, {}, selector);

const countOf = (tab: Tab, selector: string) =>
  tab.evaluate((selector) => document.querySelectorAll(selector).length, selector);

/** What axe finds in a page. It does not run in WebKit's driver. */
const accessFaultsIn = (tab: Tab) => (isPuppet(tab) ? accessFaults(tab) : []);

/** What goes wrong in a page from now on. WebKit's driver does not tell. */
function faultsIn(tab: Tab): readonly string[] {
  const faults: string[] = [];
  if (!isPuppet(tab)) return faults;
  tab.on('pageerror', (error) => faults.push(String(error)));
  tab.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  return faults;
}

describe.each(engines)('In %s,', (engine) => {
  let browser: AnyBrowser;
  beforeAll(async () => {
    browser = await openBrowser(engine, { webgl: true });
  });
  afterAll(() => browser?.close());

  /** The page of an example, and all that goes wrong in it. */
  async function open(name: string): Promise<{ tab: Tab; faults: readonly string[] }> {
    const { origin, end } = await serveExample(name);
    onTestFinished(end);
    const visitor = await browser.createBrowserContext();
    onTestFinished(() => visitor.close());
    const tab = await visitor.newPage();
    const faults = faultsIn(tab);
    await tab.goto(origin);
    return { tab, faults };
  }

  test('plain: two lists send one request, and the picture that is clicked is shown', async () => {
    const { tab, faults } = await open('plain');
    await says(tab, '[role=status]', '2 asked, 1 sent');
    await tab.click('nav button:nth-of-type(3)');
    await comes(tab, 'figure img[alt=Dusk]');
    const ratio = await tab.evaluate(() => {
      const { naturalWidth = 0, naturalHeight = 0 } = document.querySelector('img') ?? {};
      return naturalWidth / naturalHeight;
    });
    // In WebKit, the natural size of an SVG is the size in which it is shown.
    expect(ratio).toBeCloseTo(640 / 280);
    expect(await countOf(tab, 'li')).toBe(8);
    expect(await accessFaultsIn(tab)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('plain: the picture of the last click stays, also where that of an earlier click comes later', async () => {
    const { tab } = await open('plain');
    for (const [at, name] of ['Dawn', 'Noon', 'Dusk', 'Night'].entries()) {
      await comes(tab, `nav button:nth-of-type(${at + 1})`);
      await tab.click(`nav button:nth-of-type(${at + 1})`);
      await comes(tab, `figure img[alt=${name}]`);
    }
    const shown = await tab.evaluate(async () => {
      const { decode } = HTMLImageElement.prototype;
      const late = Promise.withResolvers<void>();
      HTMLImageElement.prototype.decode = async function () {
        if (this.src.endsWith('night.svg')) await late.promise;
        return decode.call(this);
      };
      const [dawn, , , night] = document.querySelectorAll<HTMLElement>('nav button');
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      night?.click();
      dawn?.click();
      while (!document.querySelector('figure img[alt=Dawn]')) await turn();
      late.resolve();
      for (let turns = 0; turns < 20; turns++) await turn();
      return document.querySelector('figure img')?.getAttribute('alt');
    });
    expect(shown).toBe('Dawn');
  });

  test('react: two components, each mounted twice, send one request; the worker serves the page', async () => {
    const { tab, faults } = await open('react');
    await says(tab, '[role=status]', '4 calls: 1 sent, 3 joined');
    await says(tab, '.large', 'Tokyo');
    await says(tab, '#app', 'Service worker: controlled');
    expect(await countOf(tab, 'li')).toBe(4);
    expect(await accessFaultsIn(tab)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('react-images: each picture is one request, and the one that is chosen does not wait for the others', async () => {
    const { tab, faults } = await open('react-images');
    await comes(tab, 'figure img[alt=Dawn]');
    await tab.click('nav button:last-child');
    await comes(tab, 'figure img[alt=Night]');
    await says(tab, '[role=status]', '4 of 4 preloaded');
    const requests = await tab.evaluate(async () => (await fetch('/requests.json')).json());
    // The preload that stepped aside for the click was asked for again.
    expect(Object.keys(requests).sort()).toEqual(['dawn', 'dusk', 'night', 'noon']);
    expect(requests).toMatchObject({ dawn: 1, night: 1 });
    expect(await accessFaultsIn(tab)).toEqual([]);
    expect(faults).toEqual([]);
  });

  // Without a display Firefox has no WebGL.
  test.skipIf(engine === 'firefox' && !env.DISPLAY)(
    'maplibre: two maps send the requests of one',
    async () => {
      const { tab, faults } = await open('maplibre');
      await says(tab, '[role=status]', 'Two maps asked');
      const counts = () =>
        tab.evaluate(() => document.querySelector('[role=status]')?.textContent?.match(/\d+/g)?.map(Number));
      while (((await counts())?.[0] ?? 0) < 8);
      const [asked = 0, sent = 0] = (await counts()) ?? [];
      expect(sent).toBeLessThanOrEqual(asked / 2 + 2);
      const names = await tab.evaluate(() =>
        [...document.querySelectorAll('.maplibregl-canvas')].map((map) => map.getAttribute('aria-label')),
      );
      expect(names).toEqual(['Flat map', 'Tilted map']);
      expect(await accessFaultsIn(tab)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test('workbox: three frames ask by themselves and get one answer, and then the next one', async () => {
    const { tab, faults } = await open('workbox');
    await comes(tab, 'button:not([hidden])');
    for (const round of [1, 2]) {
      await says(tab, '[role=status]', '3 frames asked. The server got 1 request.');
      await tab.waitForFunction(
        (wanted) => {
          const answerIn = (frame: HTMLIFrameElement) =>
            frame.contentDocument?.querySelector('b')?.textContent;
          return [...document.querySelectorAll('iframe')].map(answerIn).join() === wanted;
        },
        {},
        Array(3).fill(`Answer ${round}`).join(),
      );
      await tab.click('button');
    }
    // Axe would want a heading in each frame, too.
    expect(await countOf(tab, 'main > h1')).toBe(1);
    expect(faults).toEqual([]);
  });
});

test('plain: the report of a visit says that there is nothing to gain where two lists already share', async () => {
  const { origin, end } = await serveExample('plain');
  onTestFinished(end);
  const recorder = await launchRecorder();
  onTestFinished(() => recorder.close());
  const seen = until("document.querySelector('[role=status]')?.textContent.includes('2 asked, 1 sent')");
  expect(await reportOn(recorder, origin, seen)).toMatchObject({
    createFetch: { requests: 0 },
    withServiceWorker: { requests: 0 },
    patterns: [],
    match: [],
  });
});

describe('node', () => {
  test('prints how long readers of one file wait', async () => {
    const rows = (await runExample('node')).match(/^.* (?:25000|200) .*$/gm) ?? [];
    expect(rows).toHaveLength(2);
    // No reader that shared a read has failed.
    for (const row of rows) expect(row.match(/\d+/g)).toEqual([...Array(6).fill(expect.any(String)), '0']);
  });

  test('two readers get one Buffer', () => {
    const program = `import { read } from './read.js';
      const [a, b] = await Promise.all([read('read.js'), read('read.js')]);
      console.log(a === b, a === (await read('read.js')));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: `${examplesFolder}node`,
      encoding: 'utf8',
    });
    expect(output.trim()).toBe('true false');
  });
});

describe('the examples', () => {
  const folders = globSync('*/package.json', { cwd: examplesFolder });

  test.each(folders)('%s asks for the versions that are tested', (path) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(examplesFolder + path, 'utf8'));
    const { devDependencies: ours, version } = manifest;
    const known: Record<string, string> = { ...ours, coflight: `^${version}` };
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(range, name).toBe(known[name]);
  });
});
