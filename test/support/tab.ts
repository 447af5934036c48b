// A tab of any browser, and who opened it.

import type { Page } from 'puppeteer-core';

/** The actions of a test in a tab of any browser. */
export type Tab = Pick<
  Page,
  'goto' | 'goBack' | 'reload' | 'bringToFront' | 'close' | 'click' | 'evaluate' | 'waitForFunction'
>;

/** A visitor with separate storage, so that no other visitor's worker serves its pages. */
export interface Visitor<Its extends Tab = Tab> {
  newPage(): Promise<Its>;
  close(): Promise<void>;
}

/** A browser of any engine. */
export interface AnyBrowser {
  createBrowserContext(): Promise<Visitor>;
  close(): Promise<void>;
}

/** Whether Puppeteer drives that tab, and can do all that it can do. */
export const isPuppet = (tab: Tab): tab is Page => 'createCDPSession' in tab;

/** The tab with all that Puppeteer can do. Throws for a tab of WebKit. */
export function inPuppeteer(tab: Tab): Page {
  if (!isPuppet(tab)) throw new TypeError('Only Puppeteer can do that, and this is WebKit.');
  return tab;
}
