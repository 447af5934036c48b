// A page without a build: one copied file, and the import map of the README.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, type Tab } from '../support/site.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const map = /<script type="importmap">.*?<\/script>/s.exec(read('README.md'))?.[0] ?? '';
const address = `https://cdn.jsdelivr.net/npm/coflight@${manifest.version}/dist/coflight.min.js`;

/** Resolves with what a page shows, once it does. */
async function shownIn(tab: Tab): Promise<unknown> {
  await tab.waitForFunction(() => (globalThis as { shown?: unknown }).shown);
  return tab.evaluate(() => (globalThis as { shown?: unknown }).shown);
}

describe.each(engines)('In %s,', (engine) => {
  let site: Site;

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site?.close());

  test('a page works with one copied file and the import map of the README (#15)', async () => {
    expect(map.split(address)).toHaveLength(3);
    const [json, image] = [
      resource({ body: '{"places":1}', type: 'application/json' }, site.origin),
      resource({ image: '8x6' }, site.origin),
    ];
    site.put('/copied.js', read('dist/coflight.min.js'));
    site.put(
      '/plain',
      `<!doctype html>${map.replaceAll(address, '/copied.js')}<script type="module">
        import { coalesce, createFetch, Flights } from 'coflight';
        import { createPreloader } from 'coflight/preload';
        const fetch = createFetch();
        const images = createPreloader({ busy: fetch, idleTimeout: 0 });
        const ten = Array.from({ length: 10 }, () => fetch('${json.url}').then((response) => response.json()));
        const answers = await Promise.all(ten);
        await images.preload('${image.url}').done;
        const { naturalWidth } = await images.load('${image.url}');
        globalThis.shown = [answers.length, naturalWidth, typeof coalesce, typeof Flights];
      </script>`,
    );
    const tab = await (await site.visitor()).newPage();
    await tab.goto(`${site.origin}/plain`);
    expect(await shownIn(tab)).toEqual([10, 8, 'function', 'function']);
    const scripts = await tab.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? name : [])),
    );
    expect(scripts).toEqual([`${site.origin}/copied.js`]);
    expect([await json.hits(), await image.hits()]).toEqual([1, 1]);
  });

  test('every other entry works from its file, by an import map, without a build (#15)', async () => {
    const names = Object.entries(manifest.exports).flatMap(([entry, target]) =>
      entry === '.' || typeof target === 'string' || entry === './react' ? [] : [entry.slice(2)],
    );
    const imports = names.map((name) => [`coflight/${name}`, `/coflight/${name}.js`]);
    site.put(
      '/entries',
      `<!doctype html><script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) })}</script>
      <script type="module">
        ${names.map((name, at) => `import * as entry${at} from 'coflight/${name}';`).join('\n')}
        globalThis.shown = [${names.map((_, at) => `Object.keys(entry${at}).length > 0`)}];
      </script>`,
    );
    const tab = await (await site.visitor()).newPage();
    await tab.goto(`${site.origin}/entries`);
    expect(await shownIn(tab)).toEqual(names.map(() => true));
  });
});

test('the one file has all that `coflight` and `coflight/preload` export', async () => {
  const [one, main, preload] = await Promise.all(
    ['coflight.min', 'index', 'preload'].map((name) => import(`../../dist/${name}.js`)),
  );
  expect(Object.keys(one).toSorted()).toEqual([...Object.keys(main), ...Object.keys(preload)].toSorted());
});
