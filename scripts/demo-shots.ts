// `npm run demo:shots [-- race-landed gallery …]`: a picture of each state of the demo, on four widths, light, dark and in
// forced colours, and one sheet for each state. They are for a person to look at. The static copy is among them where
// `npm run demo:static` has built it.

import { existsSync, mkdirSync } from 'node:fs';
import { argv } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launch, type Page } from 'puppeteer-core';
import sharp from 'sharp';
import { startDemo } from '../test/support/demo.ts';
import { arrive, type Look, look } from '../test/support/demo-arrival.ts';
import { journeys, staticCopy, variants } from '../test/support/demo-journeys.ts';
import { serveFiles } from '../test/support/file-server.ts';
import { browserPath, chromiumFlags, webglFlags } from './browser.js';

const at = (path: string) => fileURLToPath(new URL(`../build/${path}/`, import.meta.url));
const folder = at('shots');

/** Each is a visit. */
const visits: readonly { readonly phone: boolean; readonly dark: boolean }[] = [
  { phone: false, dark: false },
  { phone: false, dark: true },
  { phone: true, dark: false },
  { phone: true, dark: true },
];

/** The pictures of each state, in the order of their columns on its sheet. */
const shots = new Map<string, Buffer[]>();

/** The whole page: frames that are out of sight would not be drawn. */
async function shoot(page: Page, state: string, { width, ...rest }: Look): Promise<void> {
  await look(page, { width, ...rest });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await look(page, { width, ...rest, height });
  // Frames learn of their size one picture later, and maps draw what has come into view.
  await sleep(300);
  const png = Buffer.from(await page.screenshot());
  await sharp(png).toFile(
    `${folder}${state}.${width}.${rest.forced ? 'forced' : rest.dark ? 'dark' : 'light'}.png`,
  );
  shots.set(state, [...(shots.get(state) ?? []), png]);
}

/** All pictures of a state side by side, those of wide screens smaller. */
async function sheetOf(pngs: readonly Buffer[]) {
  const small = await Promise.all(
    pngs.map(async (png) => {
      const { width } = await sharp(png).metadata();
      const to = { width: Math.round(width / (width > 700 ? 3 : 1.6)) };
      return sharp(png).resize(to).png().toBuffer({ resolveWithObject: true });
    }),
  );
  let width = 0;
  const layers = small.map(({ data, info }) => {
    const left = width;
    width += info.width + 12;
    return { input: data, left, top: 0 };
  });
  const height = Math.max(...small.map(({ info }) => info.height));
  return sharp({ create: { width, height, channels: 3, background: '#888' } }).composite(layers);
}

const wanted = argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
mkdirSync(folder, { recursive: true });
const copy = existsSync(at('static')) ? await serveFiles(at('static'), '/copy/') : undefined;
const all = [...journeys, ...variants, ...(copy ? [staticCopy(copy.address)] : [])];
const demo = await startDemo();
const browser = await launch({
  executablePath: browserPath() ?? '',
  args: [...chromiumFlags, ...webglFlags],
  acceptInsecureCerts: true,
});
try {
  for (const journey of all.filter(({ states }) => states.some(({ name }) => isWanted(name))))
    for (const { phone, dark } of visits) {
      const widths = phone ? [390, 320] : [1440, 1024];
      const [width = 0] = widths;
      await using arrival = await arrive(browser, demo, { journey, look: { width, phone, dark } });
      for (const { name, reach } of journey.states) {
        await look(arrival.page, { width, phone, dark });
        await reach(arrival);
        if (!isWanted(name)) continue;
        for (const width of widths) await shoot(arrival.page, name, { width, phone, dark });
        if (!dark)
          for (const width of widths) await shoot(arrival.page, name, { width, phone, forced: true });
      }
    }
  for (const [name, pngs] of shots) await (await sheetOf(pngs)).png().toFile(`${folder}${name}.sheet.png`);
  console.log(`${shots.size} states are in ${folder}`);
} finally {
  await browser.close();
  await demo.stop();
  await copy?.close();
}
