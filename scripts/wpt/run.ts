// Runs pages of the Web Platform Tests in Chromium or Firefox, against the server beside this file.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Browser, type LaunchOptions, launch, type Page } from 'puppeteer-core';
import { browserPath, chromiumFlags } from '../browser.js';
import type { PageResult, Results } from './compare.ts';

/** The folders that the server needs. */
export interface ServerSetting {
  /** A checkout of the Web Platform Tests. */
  readonly root: string;
  readonly python: string;
  /** Files with a key and a certificate for HTTPS. */
  readonly key: string;
  readonly certificate: string;
  /** A file with a script that every test runs first. It may change between runs. */
  readonly first: string;
}

export interface WptServer {
  readonly ports: Readonly<Record<'http' | 'https', number>>;
  /** The hosts that the tests name. All of them are this machine. */
  readonly hosts: readonly string[];
  /** The certificate's key, as Chromium names it. */
  readonly spki: string;
  readonly close: () => Promise<void>;
}

const browsers = ['chromium', 'firefox'] as const;
type BrowserName = (typeof browsers)[number];

/** Returns the name of a browser that can run the tests, as it was given. */
export function browserNamed(name: string): BrowserName {
  const browser = browsers.find((one) => one === name);
  if (!browser) throw new Error(`Expected \`--browser\` to be \`chromium\` or \`firefox\`, got \`${name}\`.`);
  return browser;
}

export interface RunSetting {
  readonly server: WptServer;
  readonly browser: BrowserName;
  /** How many pages run at the same time. */
  readonly jobs: number;
  /** The file of a service worker that controls each page, which is then served over HTTPS. */
  readonly worker?: string | undefined;
  readonly progress: (done: number, of: number) => void;
}

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

/** A page that is not through then never will be: testharness.js gives itself 60 s at most. */
const mostMilliseconds = 75_000;

/** Starts the server. One serves all runs: names of subtests hold its ports. */
export async function serve({ root, python, key, certificate, first }: ServerSetting): Promise<WptServer> {
  const script = fileURLToPath(new URL('serve.py', import.meta.url));
  const server: ChildProcess = spawn(python, [script, root, key, certificate, first], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Once it serves, it prints errors that tests cause: broken requests, closed connections.
  let complaints = '';
  server.stderr?.on('data', (text) => {
    if (complaints.length < 10_000) complaints += text;
  });
  const line = await Promise.race([
    once(server.stdout as NodeJS.ReadableStream, 'data'),
    once(server, 'exit').then(() => undefined),
  ]);
  if (!line) throw new Error(`${python} could not serve ${root}:\n${complaints}`);
  const { ports, hosts } = JSON.parse(String(line[0])) as Pick<WptServer, 'ports' | 'hosts'>;
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const spki = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const close = async () => {
    server.stdin?.end();
    await once(server, 'exit');
  };
  return { ports, hosts, spki, close };
}

function addressOf(page: string, { server: { ports }, worker }: RunSetting): string {
  const secure = worker || /\.https\b/.test(page);
  const origin = secure
    ? `https://web-platform.test:${ports.https}`
    : `http://web-platform.test:${ports.http}`;
  return `${origin}/${page}`;
}

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

/** Runs these pages and returns the results of each. */
export async function run(pages: readonly string[], setting: RunSetting): Promise<Results> {
  const { jobs, progress, worker } = setting;
  const open = () => launch({ ...starts[setting.browser](setting.server), acceptInsecureCerts: true });
  let browser = await open();
  const results = new Map<string, PageResult | undefined>(pages.map((page) => [page, undefined]));
  const waiting = [...pages];
  let done = 0;
  const work = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      if (!browser.connected) browser = await open();
      results.set(page, await resultOf(browser, addressOf(page, setting), worker).catch(() => undefined));
      progress(++done, pages.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, work));
  } finally {
    await browser.close().catch(() => {});
  }
  return results;
}
