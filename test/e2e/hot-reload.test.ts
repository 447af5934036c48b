// The module of docs/recipes.md under Vite's development server, which evaluates it again after each edit.

import { copyFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CoalescingFetch } from '../../src/index.ts';
import type { Preloader } from '../../src/preload/index.ts';
import type { RegisterResult } from '../../src/register/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { noisePng } from '../support/png.ts';
import { type AnyBrowser, engines, openBrowser } from '../support/site.ts';
import { snippetsOf } from '../support/snippets.ts';

/** What the module exports. */
interface Version {
  readonly fetch: CoalescingFetch;
  readonly images: Preloader;
  readonly registered: Promise<RegisterResult>;
}

declare global {
  /** The module after each edit, in the page. */
  var versions: Version[];
}

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Serves a page with the module of the recipe, as Vite does while a developer edits it. */
async function develop() {
  const recipes = await readFile(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
  const { program } = snippetsOf(recipes).find(({ program }) => program.includes('import.meta.hot')) ?? {};
  const folder = temporaryFolder();
  folder.write('index.html', '<!doctype html><script type="module" src="/main.ts"></script>');
  folder.write(
    'main.ts',
    `import * as first from './page.ts';
    globalThis.versions = [first];
    import.meta.hot.accept('./page.ts', (next) => versions.push(next));`,
  );
  const page = folder.write('page.ts', program);
  folder.write('public/1.png', noisePng(8, 6));
  await copyFile(`${dist}/coflight-sw.js`, folder.at('public/coflight-sw.js'));
  const server = await createServer({
    root: folder.path,
    configFile: false,
    logLevel: 'silent',
    cacheDir: folder.at('cache'),
    server: { port: 0, fs: { strict: false }, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: {
      alias: [
        { find: /^coflight$/, replacement: `${dist}/index.js` },
        { find: /^coflight\/(.+)$/, replacement: `${dist}/$1.js` },
      ],
    },
  });
  await server.listen();
  onTestFinished(() => server.close());
  const connected = new Promise<void>((resolve) => server.ws.on('connection', () => resolve()));
  return {
    origin: server.resolvedUrls?.local[0] ?? '',
    /** Changes the module and reloads it in the page. */
    async edit(change = (program: string) => program) {
      await connected;
      folder.write('page.ts', change(program ?? ''));
      const [module] = server.moduleGraph.getModulesByFile(page) ?? [];
      if (module) await server.reloadModule(module);
    },
  };
}

describe.each(engines)('Hot reloading, in %s,', (engine) => {
  let browser: AnyBrowser;
  beforeAll(async () => {
    browser = await openBrowser(engine);
  });
  afterAll(() => browser?.close());

  async function open() {
    const { origin, edit } = await develop();
    const visitor = await browser.createBrowserContext();
    onTestFinished(() => visitor.close());
    const tab = await visitor.newPage();
    await tab.goto(origin);
    const has = (count: number) =>
      tab.waitForFunction((count) => globalThis.versions?.length === count, {}, count);
    await has(1);
    return { tab, edit, has };
  }

  test('leaves one wrapped fetch and one preloader at work, and the worker registered', async () => {
    const { tab, edit, has } = await open();
    for (let count = 2; count <= 5; count++) {
      await edit();
      await has(count);
    }
    const seen = await tab.evaluate(async () => {
      await fetch('/1.png').then((response) => response.blob());
      const image = Object.assign(new Image(), { alt: '' });
      image.dataset.src = '/1.png';
      const loaded = new Promise((resolve) => image.addEventListener('load', resolve));
      document.body.append(image);
      await loaded;
      return {
        calls: versions.map(({ fetch }) => fetch.stats().calls),
        images: await Promise.all(
          versions.map(({ images }) => images.load('/1.png').catch(({ name }: Error) => name)),
        ).then((all) => all.map((one) => (typeof one === 'string' ? one : one.naturalWidth))),
        statuses: await Promise.all(versions.map(async ({ registered }) => (await registered).status)),
      };
    });
    expect(seen).toEqual({
      calls: [0, 0, 0, 0, 1],
      images: ['AbortError', 'AbortError', 'AbortError', 'AbortError', 8],
      statuses: Array(5).fill('controlled'),
    });
  });

  test('with another `match`, says that the page must be reloaded, and registers after that', async () => {
    const { tab, edit, has } = await open();
    await tab.evaluate(() => versions[0]?.registered.then(() => {}));
    await edit((program) => program.replace('/tiles/*', '/photos/*'));
    await has(2);
    const message = await tab.evaluate(async () => {
      const result = await versions[1]?.registered;
      return result?.status === 'failed' ? result.message : result?.status;
    });
    expect(message).toBe(
      'This page has registered /coflight-sw.js for / with other options. Call `register` once, with all options. After a hot reload, reload the page.',
    );
    await tab.reload();
    await has(1);
    expect(await tab.evaluate(async () => (await versions[0]?.registered)?.status)).toBe('waiting');
  });
});
