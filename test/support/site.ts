// A small site of its own origin: the counting server, the built library, an empty page, and a browser to visit it.

import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import { type Otherwise, startServer } from './server.ts';

const dist = new URL('../../dist/', import.meta.url);

declare global {
  /** The library, in every page of the site. */
  var coflight: typeof import('../../src/index.ts') & typeof import('../../src/register/index.ts');
}

const page = `<!doctype html>
<script type="module">
  import * as main from '/coflight/index.js';
  import * as register from '/coflight/register.js';
  globalThis.coflight = { ...main, ...register };
</script>`;

/** The library's modules are under /coflight/, its worker at the root; all else is a page. */
const files: Otherwise = async (pathname, res) => {
  const script = pathname.match(/^\/(?:coflight\/)?(.+\.js)$/)?.[1];
  if (!script) return void res.setHeader('content-type', 'text/html').end(page);
  const text = await readFile(new URL(script, dist)).catch(() => undefined);
  if (!text) return void res.writeHead(404).end();
  res.setHeader('content-type', 'text/javascript').setHeader('cache-control', 'no-cache').end(text);
};

export interface Site {
  readonly origin: string;
  readonly browser: Browser;
  /** A visitor with a storage of its own, so that no other's worker serves it. */
  visitor(): Promise<BrowserContext>;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  const server = await startServer(files);
  const browser = await chromium.launch({ executablePath: browserPath() ?? '', args: chromiumFlags });
  return {
    origin: server.origin,
    browser,
    visitor: () => browser.newContext({ baseURL: server.origin }),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** A tab that the worker controls. */
export async function controlledTab(visitor: BrowserContext, script = '/coflight-sw.js'): Promise<Page> {
  const tab = await visitor.newPage();
  await tab.goto('/page');
  const { status } = await tab.evaluate((script) => coflight.register(script), script);
  if (status !== 'controlled') throw new Error(`The tab is ${status}.`);
  return tab;
}
