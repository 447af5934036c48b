// A small site: the counting server on two origins, the built library, empty pages, and a browser to visit them.

import { readFile } from 'node:fs/promises';
import { env } from 'node:process';
import { type BrowserContext, launch } from 'puppeteer-core';
import { browserPath, chromiumFlags, webglFlags } from '../../scripts/browser.js';
import type { CoalescingFetch } from '../../src/index.ts';
import type { Counters, RegisteredWorker, RegisterOptions } from '../../src/register/index.ts';
import { firefoxAt } from './firefox.ts';
import { type Otherwise, startServer } from './server.ts';
import { type AnyBrowser, inPuppeteer, isPuppet, type Tab, type Visitor } from './tab.ts';
import { openWebKit } from './webkit.ts';

export { type AnyBrowser, inPuppeteer, isPuppet, type Tab, type Visitor };

declare global {
  /** The library, in every page of the site. */
  var coflight: typeof import('../../src/index.ts') &
    typeof import('../../src/preload/index.ts') &
    typeof import('../../src/register/index.ts');
  /** The worker that `openTab` has registered, and the wrapped fetch that it listens to. */
  var attendant: RegisteredWorker;
  var shared: CoalescingFetch;
}

/** The engines that Puppeteer drives. */
export type PuppetEngine = 'chromium' | 'firefox';

export type Engine = PuppetEngine | 'webkit';

/** Chromium, and where `COFLIGHT_FIREFOX` holds the path of a Firefox, that one too. */
export const puppetEngines: readonly PuppetEngine[] = env.COFLIGHT_FIREFOX
  ? ['chromium', 'firefox']
  : ['chromium'];

/** Those, and where `COFLIGHT_WEBKIT` holds the path of WebKitGTK's MiniBrowser, that one too. */
export const engines: readonly Engine[] = env.COFLIGHT_WEBKIT ? [...puppetEngines, 'webkit'] : puppetEngines;

/**
 * Whether tests go through every library, width and colour scheme. `npm run test:engines` does; `npm test` takes one of
 * each kind.
 */
export const thorough: boolean = engines.length > 1;

const dist = new URL('../../dist/', import.meta.url);

const page = `<!doctype html><script type="module">
  import * as main from '/coflight/index.js';
  import * as preload from '/coflight/preload.js';
  import * as register from '/coflight/register.js';
  globalThis.coflight = { ...main, ...preload, ...register };
</script>`;

/** A name that is no localhost. */
const hostFlags = ['--host-resolver-rules=MAP site.test 127.0.0.1'];

/** The servers of the site. */
export interface Servers {
  readonly origin: string;
  /** Another origin with a counting server. */
  readonly other: string;
  /** Serves a file at both origins, instead of the one from before. */
  put(path: string, body: string, headers?: Record<string, string>): void;
  /** Serves no file there. */
  drop(path: string): void;
  close(): Promise<void>;
}

/** The servers, and a browser to visit them. */
export interface Site<Its extends Visitor = Visitor> extends Servers {
  visitor(): Promise<Its>;
}

const javascript = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' };

export async function openServers(): Promise<Servers> {
  const files = new Map<string, { body: string | undefined; headers: Record<string, string> }>();
  const built = async (path: string) => {
    const script = path.match(/^\/(?:coflight\/)?(.+\.js)$/)?.[1];
    if (!script) return { body: page, headers: { 'content-type': 'text/html' } };
    const body = await readFile(new URL(script, dist), 'utf8').catch(() => undefined);
    return { body, headers: javascript };
  };
  const serve: Otherwise = async (path, res) => {
    const { body, headers } = files.get(path) ?? (await built(path));
    res.writeHead(body === undefined ? 404 : 200, headers).end(body);
  };
  const [own, other] = [await startServer(serve), await startServer(serve)];
  return {
    origin: own.origin,
    other: other.origin,
    put: (path, body, headers = path.endsWith('.js') ? javascript : { 'content-type': 'text/html' }) =>
      void files.set(path, { body, headers }),
    drop: (path) => void files.set(path, { body: undefined, headers: {} }),
    close: async () => void (await Promise.all([own.close(), other.close()])),
  };
}

/** The same, with all that Puppeteer can do. */
export type PuppetSite = Site<BrowserContext>;

interface SiteOptions {
  /** Chromium has no WebGL unless it is asked for: what draws it takes long to start. */
  readonly webgl?: boolean;
  /** Puppeteer hears of requests, and may disable the cache. In Chromium that takes a sixth of a browser's time. */
  readonly network?: boolean;
}

/** Opens the site for a browser of that engine. */
export function openSite(engine?: PuppetEngine, options?: SiteOptions): Promise<PuppetSite>;
export function openSite(engine: Engine, options?: SiteOptions): Promise<Site>;
export async function openSite(engine: Engine = 'chromium', options?: SiteOptions): Promise<Site> {
  const servers = await openServers();
  const browser = await openBrowser(engine, options);
  return {
    ...servers,
    visitor: () => browser.createBrowserContext(),
    async close() {
      await browser.close();
      await servers.close();
    },
  };
}

/** Puppeteer hears of no request and no issue. */
export const unheard = { networkEnabled: false, issuesEnabled: false };

/** Starts a browser of that engine. */
export function openBrowser(
  engine: Engine,
  { webgl = false, network = false }: SiteOptions = {},
): Promise<AnyBrowser> {
  if (engine === 'webkit') return openWebKit();
  return launch(
    engine === 'firefox'
      ? firefoxAt(env.COFLIGHT_FIREFOX ?? '')
      : {
          browser: 'chrome',
          executablePath: browserPath() ?? '',
          args: [...chromiumFlags, ...(webgl ? webglFlags : []), ...hostFlags],
          ...(network ? {} : unheard),
        },
  );
}

export interface TabOptions extends Omit<RegisterOptions, 'listenTo'> {
  readonly path?: string;
  readonly script?: string;
}

/** A tab that the worker controls. By default nothing but resources go through the worker, so that counts are right. */
export async function openTab<Its extends Tab>(
  site: Servers,
  visitor: Visitor<Its>,
  options: TabOptions = {},
): Promise<Its> {
  const { path = '/page', script = '/coflight-sw.js', ...rest } = options;
  const tab = await visitor.newPage();
  await tab.goto(site.origin + path);
  const failure = await tab.evaluate(
    async (script, options) => {
      globalThis.shared = coflight.createFetch();
      const result = await coflight.register(script, { ...options, listenTo: shared });
      if (result.status !== 'controlled') return JSON.stringify(result);
      globalThis.attendant = result.worker;
    },
    script,
    { match: ['/r/*', `${site.other}/r/*`], ...rest },
  );
  if (failure) throw new Error(failure);
  return tab;
}

/** The name that a tab's worker has until it is stopped. */
export const bootId = (tab: Tab): Promise<string> =>
  tab.evaluate(async () => (await attendant.stats()).bootId);

/** From now on a tab keeps its warnings. Returns what asks for them. */
export async function warningsOf(tab: Tab): Promise<() => Promise<readonly string[]>> {
  await tab.evaluate(() => {
    const kept: string[] = [];
    console.warn = (text: string) => void kept.push(text);
    Object.assign(globalThis, { keptWarnings: kept });
  });
  return () => tab.evaluate(() => (globalThis as unknown as { keptWarnings: string[] }).keptWarnings);
}

/**
 * Stops the workers of a Chromium, as it does when it needs the memory. Returns when a new one answers this tab: the
 * command of the browser's protocol returns earlier, and the old worker would take the next request.
 */
export async function stopWorkers(tab: Tab): Promise<void> {
  const old = await bootId(tab);
  const devtools = await inPuppeteer(tab).createCDPSession();
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  // The worker that stops may leave a question without an answer. The next question starts a new one.
  while ((await bootId(tab).catch(() => old)) === old);
}

/** The text that a tab's `fetch` is answered, or the name of its error. */
export const textIn = (tab: Tab, url: string, init: RequestInit = {}): Promise<string> =>
  tab.evaluate(
    (url, init) =>
      fetch(url, init)
        .then((response) => response.text())
        .catch((error: Error) => error.name),
    url,
    init,
  );

/** Returns the result of an `<img>` in a tab: its size, or "error". */
export const imageIn = (tab: Tab, url: string, attributes: Record<string, string> = {}): Promise<string> =>
  tab.evaluate(
    (url, attributes) =>
      new Promise<string>((resolve) => {
        const image = new Image();
        Object.assign(image, attributes);
        image.onload = () => resolve(`${image.naturalWidth}x${image.naturalHeight}`);
        image.onerror = () => resolve('error');
        image.src = url;
        document.body.append(image);
      }),
    url,
    attributes,
  );

/** What the workers of tabs had counted before the test began. */
const earlier = new WeakMap<Tab, Counters>();

const statsIn = (tab: Tab): Promise<Counters> => tab.evaluate(async () => (await attendant.stats()).all);

/** From now on the worker of this tab counts from zero: an earlier test may have used it. */
export const countAnew = async (tab: Tab): Promise<void> => void earlier.set(tab, await statsIn(tab));

/** What the worker of a tab has counted in this test. */
export const countIn = async (tab: Tab, name: keyof Counters): Promise<number> =>
  (await statsIn(tab))[name] - (earlier.get(tab)?.[name] ?? 0);

/** Resolves once the statistics of a tab's worker are as wanted. */
function until(tab: Tab, names: readonly (keyof Counters)[], count: number): Promise<void> {
  const before = names.reduce((sum, name) => sum + (earlier.get(tab)?.[name] ?? 0), 0);
  return tab.evaluate(
    async (names, count) => {
      const sum = (all: Counters) => names.reduce((sum, name) => sum + all[name], 0);
      while (sum((await attendant.stats()).all) < count)
        await new Promise((resolve) => setTimeout(resolve, 10));
    },
    names,
    before + count,
  );
}

/** Resolves once the worker of a tab counts as much. */
export const counted = (tab: Tab, name: keyof Counters, count: number): Promise<void> =>
  until(tab, [name], count);

/** Resolves once so many requests have launched or joined flights. */
export const subscribed = (tab: Tab, count: number): Promise<void> =>
  until(tab, ['launched', 'joined'], count);
