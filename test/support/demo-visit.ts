// The demo's pages in a browser: a visitor to a front or a panel, on a link of its own.

import { randomUUID } from 'node:crypto';
import { env } from 'node:process';
import { type Browser, type Frame, launch, type Page } from 'puppeteer-core';
import { expect } from 'vitest';
import type { Flight } from '../../demo/page/panel/flight.ts';
import type { Settings } from '../../demo/server/settings.ts';
import type { Mode } from '../../demo/server/site.ts';
import { browserPath, chromiumFlags, webglFlags } from '../../scripts/browser.js';
import type { RegisteredWorker } from '../../src/register/index.ts';
import type { Demo, DemoLink } from './demo.ts';
import type { Folder } from './folder.ts';
import { type Engine, type PuppetEngine, unheard } from './site.ts';

declare global {
  /** In the worker's panel: the worker that it has registered. */
  var worker: RegisteredWorker;
  /** In every panel. */
  var flightPanel: {
    readonly atlas: { go(view: number): Promise<void> };
    readonly trace: { readonly flights: readonly Flight[] };
    readonly race: { fly(): Promise<void>; stop(): void };
    start(stack?: string): Promise<void>;
  };
}

export const modes: readonly Mode[] = ['off', 'page', 'worker'];

/** True when the engine draws WebGL. Firefox needs a display for it, such as that of `xvfb-run`. */
export const drawsWebGL = (engine: Engine): boolean => engine === 'chromium' || env.DISPLAY !== undefined;

/** Preferences of a Firefox that has a finger instead of a mouse. In Chromium each page says which it has. */
const fingerPrefs = {
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
  'dom.w3c_touch_events.enabled': 1,
};

interface LaunchOptions {
  /** The part of a browser that draws WebGL costs a third of a visit's time. */
  readonly webgl?: boolean;
  readonly finger?: boolean;
  /** Puppeteer hears of requests, and may take pages offline. In Chromium that takes a sixth of a visit's time. */
  readonly network?: boolean;
  /** Pixels of usual text, which the user has chosen. Chromium reads them from a profile, in an empty folder. */
  readonly text?: { readonly size: number; readonly profile: Folder };
}

export const launchFor = (
  engine: PuppetEngine,
  { webgl = false, finger = false, network = false, text }: LaunchOptions = {},
): Promise<Browser> => {
  text?.profile.write('Default/Preferences', { webkit: { webprefs: { default_font_size: text.size } } });
  return engine === 'firefox'
    ? launch({
        browser: 'firefox',
        protocolTimeout: 0,
        headless: !drawsWebGL(engine),
        executablePath: env.COFLIGHT_FIREFOX ?? '',
        acceptInsecureCerts: true,
        extraPrefsFirefox: {
          ...(finger && fingerPrefs),
          ...(text && { 'font.size.variable.x-western': text.size }),
        },
      })
    : launch({
        protocolTimeout: 0,
        executablePath: browserPath() ?? '',
        args: [...chromiumFlags, ...(webgl ? webglFlags : [])],
        ...(network ? {} : unheard),
        ...(text && { userDataDir: text.profile.path }),
        acceptInsecureCerts: true,
      });
};

/** One panel of a front, or alone. */
export interface PanelVisit {
  readonly mode: Mode;
  readonly link: DemoLink;
  readonly frame: Frame;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** The address of its link at the server. */
  readonly id: string;
  readonly panels: readonly PanelVisit[];
  panel(mode: Mode): PanelVisit;
}

export interface VisitOptions {
  /** The address: the front's path, or a panel's origin. */
  readonly at?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly settings?: Partial<Settings>;
  readonly modes?: readonly Mode[];
  readonly width?: number;
  /** True for a finger instead of a mouse. */
  readonly touch?: boolean;
  readonly dark?: boolean;
  /** Runs before the page's own scripts. */
  before?(page: Page): Promise<unknown>;
  /** True for HTTP/2. */
  readonly secure?: boolean;
}

/** Resolves with the frame of that origin when it is there. */
async function frameOf(page: Page, origin: string): Promise<Frame> {
  const of = (frame: Frame) => frame.url().startsWith(`${origin}/`);
  return page.waitForFrame(of);
}

/** Firefox reports failed requests as errors of the page. */
const ofRequest = /Cross-Origin Request Blocked: |Failed to load ‘/;

/** Visits a page of the demo. When the visit ends, it fails if the page has had an error. */
export async function visit(browser: Browser, demo: Demo, options: VisitOptions = {}): Promise<Visit> {
  const { at = `${demo.origin}/`, query = {}, settings = {}, width = 1440, touch = false, secure } = options;
  const origins = secure ? demo.site.secure : demo.site.plain;
  const id = query.link ?? randomUUID();
  const links = (options.modes ?? modes).map((mode) => ({ mode, link: demo.link(`${id}-${mode}`) }));
  await Promise.all(links.map(({ link }) => link.set({ bandwidth: 0, latency: 0, ...settings })));
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // The time limit of the test is the only one, because a machine may be slow.
  page.setDefaultTimeout(0);
  const errors: unknown[] = [];
  page.on('pageerror', (error) => {
    if (!ofRequest.test(String(error))) errors.push(error);
  });
  await page.setViewport({ width, height: 900, hasTouch: touch, isMobile: touch });
  if (options.dark) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await options.before?.(page);
  await page.goto(`${at}?${new URLSearchParams({ ...query, link: id })}`);
  const panels = await Promise.all(
    links.map(async ({ mode, link }) => ({ mode, link, frame: await frameOf(page, origins[mode]) })),
  );
  return {
    page,
    id,
    panels,
    panel: (mode) => panels.find((panel) => panel.mode === mode) as PanelVisit,
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(errors).toEqual([]);
    },
  };
}

/** Resolves when a cell of the panel's table shows that number. */
export const shows = ({ frame }: PanelVisit, cell: string, count: number) =>
  frame.waitForFunction(
    (cell, count) => document.querySelector(`[data-count="${cell}"]`)?.textContent === count,
    {},
    cell,
    String(count),
  );

export const numberIn = ({ frame }: PanelVisit, cell: string): Promise<number> =>
  frame.$eval(`[data-count="${cell}"]`, (found) => Number(found.textContent));

/** Resolves when everything in view is drawn. */
export const settled = ({ frame }: PanelVisit) => frame.waitForSelector('.atlas[aria-busy="false"]');

/** Runs in the worker's panel. Resolves when so many requests have joined or launched flights in its worker. */
export async function boarded(count: number): Promise<void> {
  const sum = async () => {
    // A busy worker may not answer within a second.
    const stats = await worker.stats().catch(() => undefined);
    return stats ? stats.all.launched + stats.all.joined : 0;
  };
  while (!globalThis.worker || (await sum()) < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

export const boardedIn = ({ frame }: PanelVisit, count: number): Promise<void> =>
  frame.evaluate(boarded, count);

/** Returns how often each tile has reached the server. */
export async function tileHits({ link }: PanelVisit): Promise<number[]> {
  const hits = Object.entries(await link.hits());
  return hits.filter(([path]) => path.startsWith('tiles/')).map(([, count]) => count);
}

/** Resolves when a frame has learnt its size: it is told later than the page around it. */
async function resized(frame: Frame): Promise<void> {
  const element = await frame.frameElement();
  const size = await element?.evaluate(({ clientWidth, clientHeight }) => `${clientWidth}x${clientHeight}`);
  await frame.waitForFunction((size) => `${innerWidth}x${innerHeight}` === size, {}, size);
}

/** Fails on a screen of that width when the page scrolls sideways, or a panel scrolls at all. */
export async function fits({ page, panels }: Visit, width: number, touch: boolean): Promise<void> {
  await page.setViewport({ width, height: 900, hasTouch: touch, isMobile: touch });
  await page.waitForFunction((width) => innerWidth === width, {}, width);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  for (const { frame } of panels) {
    await resized(frame);
    expect(
      await frame.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
      }),
    ).toEqual([0, 0]);
  }
}
