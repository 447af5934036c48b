// The report of `coflight report` on a visit that Playwright has recorded.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { expect } from 'vitest';
import { browserPath, chromiumFlags, webglFlags } from '../../scripts/browser.js';
import type { Report } from '../../src/report/report.ts';
import { temporaryFolder } from './folder.ts';

export const launchRecorder = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath() ?? '', args: [...chromiumFlags, ...webglFlags] });

/** Waits in a page for something. */
export const until = (condition: string) => (page: Page) => page.waitForFunction(condition);

/** Records what a visit requests until everything is seen, and returns the report of the recording. */
export async function reportOn(
  browser: Browser,
  url: string,
  seen: (page: Page) => Promise<unknown>,
): Promise<Report> {
  const path = temporaryFolder().at('visit.har');
  const context = await browser.newContext({ recordHar: { path, content: 'omit' } });
  const page = await context.newPage();
  await page.goto(url);
  await seen(page);
  await context.close();
  expect(JSON.parse(readFileSync(path, 'utf8')).log.creator.name).toBe('Playwright');
  const command = fileURLToPath(new URL('../../bin/coflight.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'report', '--json', path], {
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout);
}
