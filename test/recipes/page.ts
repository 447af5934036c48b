// Recipes that need a page: their module is bundled by Vite, and asked in a real Chromium.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, launch, type Page } from 'puppeteer-core';
import { build, type Plugin, type Rollup } from 'vite';
import { browserPath, chromiumFlags, webglFlags } from '../../scripts/browser.js';
import { openServers, type Servers } from '../support/site.ts';
import { type Ask, type Fetch, load } from './recipe.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

const svelte: Plugin = {
  name: 'svelte',
  async transform(code, id) {
    if (!id.endsWith('.svelte')) return null;
    const { compile } = await load('svelte/compiler');
    return { code: compile(code, { filename: id, dev: false }).js.code, map: null };
  },
};

/** The recipe's module with what asks it, and the modules that it imports on demand. */
async function bundle(name: string): Promise<readonly Rollup.OutputChunk[]> {
  const [output] = (await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: /^coflight$/, replacement: `${dist}index.js` },
        { find: /^coflight\/([\w-]+)$/, replacement: `${dist}$1.js` },
        { find: 'recipe', replacement: `${here}pages/${name}.js` },
      ],
    },
    plugins: [svelte],
    build: { write: false, minify: false, lib: { entry: 'pages/entry.js', formats: ['es'] } },
  })) as Rollup.RollupOutput[];
  return output?.output.filter((file) => file.type === 'chunk') ?? [];
}

declare global {
  var start: (wrapped: boolean) => Promise<void>;
  var ask: (id: number, url: string) => void;
  var begun: () => Promise<void>;
  var answer: (id: number) => Promise<{ data?: unknown; error?: string }>;
  var abort: (id: number) => void;
}

let count = 0;

/** An ask that takes place in the page. */
function askIn(tab: Page): Ask {
  let begun: Promise<unknown> = Promise.resolve();
  const ask = async (url: string, signal?: AbortSignal) => {
    const id = count++;
    const begins = tab.evaluate((id, url) => globalThis.ask(id, url), id, url);
    begun = Promise.all([begun, begins]);
    await begins;
    signal?.addEventListener('abort', () => void tab.evaluate((id) => globalThis.abort(id), id));
    const { data, error } = await tab.evaluate((id) => globalThis.answer(id), id);
    if (error !== undefined) throw new Error(error);
    return data;
  };
  return Object.assign(ask, { begun: () => begun.then(() => tab.evaluate(() => globalThis.begun())) });
}

export interface Pages {
  /** Opens a page with that recipe; its asks go through that fetch. */
  client(name: string): (fetch: Fetch) => Promise<Ask>;
  close(): Promise<void>;
}

/** Opens a browser for recipes. */
export async function openPages(): Promise<Pages> {
  const site: Servers = await openServers();
  const browser = await launch({
    executablePath: browserPath() ?? '',
    args: [...chromiumFlags, ...webglFlags],
  });
  const mocks = new URL('node_modules/msw/lib/mockServiceWorker.js', import.meta.url);
  site.put('/mockServiceWorker.js', readFileSync(mocks, 'utf8'));
  const bundles = new Map<string, ReturnType<typeof bundle>>();
  const visitor: BrowserContext = await browser.createBrowserContext();
  return {
    client: (name) => async (fetch) => {
      if (!bundles.has(name)) bundles.set(name, bundle(name));
      for (const { isEntry, fileName, code } of (await bundles.get(name)) ?? [])
        site.put(isEntry ? `/${name}.js` : `/${fileName}`, code);
      const wrapped = fetch !== globalThis.fetch;
      // The scope of a recipe's worker is the first of these paths.
      const path = wrapped ? `/${name}` : `/native/${name}`;
      site.put(path, `<!doctype html><body><script type="module" src="/${name}.js"></script>`);
      const tab = await visitor.newPage();
      const faults: string[] = [];
      tab.on('pageerror', (error) => faults.push(String(error)));
      await tab.goto(site.origin + path);
      await tab
        .evaluate((wrapped) => globalThis.start(wrapped), wrapped)
        .catch((error) => {
          throw new Error(`${error} ${faults}`);
        });
      return askIn(tab);
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
