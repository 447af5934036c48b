// Records the demo's race as it is flown: an animated picture and a still for the README, from the real app.

import { mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CDPSession, launch, type Page } from 'puppeteer-core';
import sharp from 'sharp';
import { startDemo } from '../test/support/demo.ts';
import { browserPath, chromiumFlags } from './browser.js';

const folder = new URL('../docs/images/', import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, folder));

/** The window, and how wide the animated picture is. */
const viewport = { width: 1120, height: 1100, deviceScaleFactor: 1 };
const width = 900;

/** Milliseconds between frames at least; how long the last one stays. */
const pace = 400;
const rest = 4000;

interface Shot {
  readonly png: Buffer;
  /** Milliseconds. */
  readonly at: number;
}

/** Everything that the page shows until the signal is given, at most one picture a pace. */
async function film(page: Page, until: Promise<unknown>): Promise<Shot[]> {
  const shots: Shot[] = [];
  const session: CDPSession = await page.createCDPSession();
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = (metadata.timestamp ?? 0) * 1000;
    if (at - (shots.at(-1)?.at ?? 0) >= pace) shots.push({ png: Buffer.from(data, 'base64'), at });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  await until;
  await session.send('Page.stopScreencast');
  const png = Buffer.from(await page.screenshot());
  return [...shots, { png, at: (shots.at(-1)?.at ?? 0) + pace }];
}

async function race(page: Page): Promise<void> {
  const ready = '#race[aria-disabled="false"]';
  await page.waitForSelector(ready, { timeout: 60_000 });
  // The part above the panels does not change.
  await page.$eval('.panels', (panels) => scrollTo(0, panels.getBoundingClientRect().top + scrollY - 12));
  await page.$eval(ready, (button) => (button as HTMLButtonElement).click());
}

/** The race is over when its verdict is shown. */
const over = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.verdict')?.textContent, { timeout: 90_000 });

const demo = await startDemo();
const browser = await launch({ executablePath: browserPath() ?? '', args: chromiumFlags });
try {
  mkdirSync(folder, { recursive: true });
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.goto(demo.origin);
  await race(page);
  const shots = await film(page, over(page));
  const delay = shots.map(({ at }, index) => Math.round((shots[index + 1]?.at ?? at + rest) - at));
  const frames = await Promise.all(shots.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()));
  await sharp(frames, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 72, effort: 6 })
    .toFile(pathOf('race.webp'));

  console.log(`docs/images/race.webp: ${Math.round(statSync(pathOf('race.webp')).size / 1000)} kB`);
  console.log(`${frames.length} frames, ${(delay.reduce((sum, one) => sum + one) / 1000).toFixed(1)} s`);
} finally {
  await browser.close();
  await demo.stop();
}
