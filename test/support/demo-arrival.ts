// A visit to the demo on a screen of any size, in any colours.

import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'puppeteer-core';
import type { Mode } from '../../demo/server/site.ts';
import type { Demo, DemoLink } from './demo.ts';

/** A visit that has just begun. */
export interface Arrival {
  readonly page: Page;
  /** The link of a panel. */
  link(mode: Mode): DemoLink;
}

export interface State {
  readonly name: string;
  /** Leads from the state before to this one. Resolves when the page shows it. */
  reach(arrival: Arrival): Promise<unknown>;
}

/** A sequence of states of one page. */
export interface Journey {
  /** The address at which the visit begins. */
  at(demo: Demo): string;
  readonly query?: Readonly<Record<string, string>>;
  /** Runs before the page's own scripts. */
  before?(page: Page): Promise<unknown>;
  readonly states: readonly State[];
}

/** The screen and the colours in which a page is shown. */
export interface Look {
  readonly width: number;
  readonly height?: number;
  /** True for a finger instead of a mouse. */
  readonly phone?: boolean;
  readonly dark?: boolean;
  /** True for forced colours. */
  readonly forced?: boolean;
}

/** Resolves when the page has this look. Puppeteer cannot set the colours of a Firefox. */
export async function look(page: Page, { width, height, phone = false, dark, forced }: Look): Promise<void> {
  if (!/^firefox/i.test(await page.browser().version()))
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'forced-colors' as 'color-gamut', value: forced ? 'active' : 'none' },
    ]);
  await page.setViewport({ width, height: height ?? (phone ? 844 : 900), hasTouch: phone, isMobile: phone });
}

interface Arriving {
  readonly journey: Journey;
  readonly look: Look;
}

/** Begins a journey over a fast line, in a new browser context. */
export async function arrive(
  browser: Browser,
  demo: Demo,
  { journey, look: first }: Arriving,
): Promise<Arrival & AsyncDisposable> {
  const id = randomUUID();
  const link = (mode: Mode) => demo.link(`${id}-${mode}`);
  const line = { latency: 20, bandwidth: 0 };
  await Promise.all((['off', 'page', 'worker'] as const).map((mode) => link(mode).set(line)));
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  await look(page, first);
  await journey.before?.(page);
  await page.goto(`${journey.at(demo)}?${new URLSearchParams({ ...journey.query, link: id })}`);
  return { page, link, [Symbol.asyncDispose]: () => context.close() };
}
