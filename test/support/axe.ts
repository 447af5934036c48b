// The faults that axe-core finds in a page and in each of its frames.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'puppeteer-core';
import { thorough } from './site.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  var axe: typeof import('axe-core');
}

async function faultsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  const { violations } = (await frame.evaluate(() =>
    axe.run(document, { iframes: false, resultTypes: ['violations'] }),
  )) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}\n${failureSummary}`),
  );
}

/**
 * One line or two a fault; empty where there is none. `npm test` looks at the page and at the last of its panels, which
 * have the same elements; `npm run test:engines` looks at all.
 */
export async function accessFaults(page: Page): Promise<string[]> {
  const [main, ...panels] = page.frames() as [Frame, ...Frame[]];
  const faults = await Promise.all([main, ...(thorough ? panels : panels.slice(-1))].map(faultsIn));
  return faults.flat();
}
