// The small site, and a browser of any engine that visits it.

import { engines, openServers, openSite, type Servers, type Tab, webkit } from './site.ts';
import { launchWebKit } from './webkit.ts';

/** A browser at the site. */
export interface Visit {
  readonly site: Servers;
  /** Opens a tab. In Chromium and Firefox it shares nothing with other tabs. */
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** Chromium, and Firefox and WebKit where `COFLIGHT_FIREFOX` and `COFLIGHT_WEBKIT` hold their paths. */
export const allEngines: readonly string[] = [...engines, ...(webkit ? ['webkit'] : [])];

/** Starts a browser of that engine. */
export async function visitWith(engine: string): Promise<Visit> {
  if (engine === 'webkit') {
    const [site, browser] = [await openServers(), await launchWebKit(webkit ?? '')];
    const close = async () => {
      await browser.close();
      await site.close();
    };
    return { site, newTab: () => browser.newPage(), close };
  }
  const site = await openSite(engine as 'chromium');
  const newTab = async () => (await site.visitor()).newPage();
  return { site, newTab, close: () => site.close() };
}
