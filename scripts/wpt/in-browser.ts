// Runs pages of the Web Platform Tests in Chromium or Firefox.

import { env } from 'node:process';
import { type Browser, type LaunchOptions, launch, type Page } from 'puppeteer-core';
import { browserPath, chromiumFlags } from '../browser.js';
import type { PageResult } from './compare.ts';
import { mostMilliseconds, type Runner } from './runner.ts';
import type { WptServer } from './serve.ts';

export type BrowserName = 'chromium' | 'firefox';

/** Chromium's rules for names: the hosts of the tests are here, and those that must not exist are nowhere. */
const rules = ['web-platform.test', 'not-web-platform.test']
  .flatMap((host) => [
    `MAP nonexistent.${host} ~NOTFOUND`,
    `MAP ${host} 127.0.0.1`,
    `MAP *.${host} 127.0.0.1`,
  ])
  .join(',');

/** How each browser is started. */
const starts: Readonly<Record<BrowserName, (server: WptServer) => LaunchOptions>> = {
  chromium: ({ spki }) => ({
    browser: 'chrome',
    executablePath: browserPath() ?? '',
    // Chromium caches nothing that came with a certificate whose errors it ignores. This one has none then.
    args: [
      ...chromiumFlags,
      `--host-resolver-rules=${rules}`,
      `--ignore-certificate-errors-spki-list=${spki}`,
    ],
  }),
  firefox: ({ hosts }) => ({
    browser: 'firefox',
    executablePath: env.COFLIGHT_FIREFOX ?? '',
    extraPrefsFirefox: { 'network.dns.localDomains': hosts.join() },
  }),
};

/** Registers a worker for the whole origin, and waits until it controls the page. */
async function control(page: Page, address: string, worker: string): Promise<void> {
  await page.goto(new URL('/common/blank.html', address).href);
  await page.evaluate(async (worker) => {
    const { serviceWorker } = navigator;
    const controlled = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    await serviceWorker.register(worker, { scope: '/' });
    await controlled;
  }, worker);
}

/** Opens a page in its own profile. Firefox may lose a page that opens while another one closes. */
async function openPage(browser: Browser, times = 5): Promise<Page> {
  const context = await browser.createBrowserContext();
  try {
    return await context.newPage();
  } catch (error) {
    await context.close().catch(() => {});
    if (times <= 1) throw error;
    return openPage(browser, times - 1);
  }
}

/** Returns the results of one page's tests; undefined when the page never ends. */
async function resultOf(
  browser: Browser,
  address: string,
  worker: string | undefined,
): Promise<PageResult | undefined> {
  const page = await openPage(browser);
  try {
    if (worker) await control(page, address, worker);
    // The tests of some pages are through before the page has loaded, those of others never let it load.
    void page.goto(address, { timeout: mostMilliseconds }).catch(() => {});
    const result = await page.waitForFunction('window.webPlatformTests', {
      timeout: mostMilliseconds,
      polling: 100,
    });
    return (await result.jsonValue()) as PageResult;
  } catch {
    return undefined;
  } finally {
    await page
      .browserContext()
      .close()
      .catch(() => {});
  }
}

/** Starts a browser. With `worker`, the file of a service worker, that one controls each page. */
export async function inBrowser(name: BrowserName, server: WptServer, worker?: string): Promise<Runner> {
  const open = () => launch({ ...starts[name](server), acceptInsecureCerts: true });
  let browser = await open();
  return {
    async resultOf(address) {
      if (!browser.connected) browser = await open();
      return resultOf(browser, address, worker);
    },
    close: () => browser.close(),
  };
}
