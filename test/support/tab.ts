// A tab of any browser, and who opened it.

import type { Page } from 'puppeteer-core';

/** The actions of a test in a tab of any browser. */
export type Tab = Pick<
  Page,
  'goto' | 'goBack' | 'reload' | 'bringToFront' | 'close' | 'evaluate' | 'waitForFunction'
>;

/** A visitor with separate storage, so that no other visitor's worker serves its pages. */
export interface Visitor<Its extends Tab = Tab> {
  newPage(): Promise<Its>;
  close(): Promise<void>;
}

/** The tab with all that Puppeteer can do. Throws for a tab of WebKit. */
export function inPuppeteer(tab: Tab): Page {
  if (!('createCDPSession' in tab)) throw new TypeError('Only Puppeteer can do that, and this is WebKit.');
  return tab as Page;
}
