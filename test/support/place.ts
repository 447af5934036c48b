// A page for each visit, in any of three engines.

import type { Browser } from 'puppeteer-core';
import { launchFor } from './demo-visit.ts';
import type { Engine, PuppetEngine, Tab } from './site.ts';
import { openWebKit } from './webkit.ts';

export interface Place {
  /** Opens a page that shares no storage with others, as far as the engine's driver can. */
  open(url: string): Promise<Tab>;
  close(): Promise<void>;
}

interface PlaceOptions {
  /** Pages may draw with WebGL. */
  readonly webgl: boolean;
}

export async function placeIn(engine: Engine, options: PlaceOptions): Promise<Place> {
  return engine === 'webkit' ? inWebKit() : inPuppeteer(engine, options);
}

async function inPuppeteer(engine: PuppetEngine, options: PlaceOptions): Promise<Place> {
  const browser: Browser = await launchFor(engine, { ...options, network: true });
  return {
    async open(url) {
      const page = await (await browser.createBrowserContext()).newPage();
      page.setDefaultTimeout(0);
      await page.setViewport({ width: 1440, height: 1000 });
      await page.goto(url);
      return page;
    },
    close: () => browser.close(),
  };
}

async function inWebKit(): Promise<Place> {
  const browser = await openWebKit();
  return {
    async open(url) {
      const tab = await (await browser.createBrowserContext()).newPage();
      await tab.goto(url);
      return tab;
    },
    close: () => browser.close(),
  };
}
