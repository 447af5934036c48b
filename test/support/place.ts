// A page for each visit, in any of three engines.

import type { Browser } from 'puppeteer-core';
import { launchFor } from './demo-visit.ts';
import { type Engine, engines, type Tab, webkit } from './site.ts';
import { launchWebKit } from './webkit.ts';

export interface Place {
  /** Opens a page that shares no storage with others, as far as the engine's driver can. */
  open(url: string): Promise<Tab>;
  close(): Promise<void>;
}

/** The engines that are installed and wanted. */
export const places: readonly (Engine | 'webkit')[] = webkit ? [...engines, 'webkit'] : engines;

interface PlaceOptions {
  /** Pages may draw with WebGL. */
  readonly webgl: boolean;
}

export async function placeIn(engine: Engine | 'webkit', options: PlaceOptions): Promise<Place> {
  return engine === 'webkit' ? inWebKit() : inPuppeteer(engine, options);
}

async function inPuppeteer(engine: Engine, options: PlaceOptions): Promise<Place> {
  const browser: Browser = await launchFor(engine, options);
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
  const browser = await launchWebKit(webkit ?? '');
  return {
    async open(url) {
      const tab = await browser.newPage();
      await tab.goto(url);
      return tab;
    },
    close: () => browser.close(),
  };
}
