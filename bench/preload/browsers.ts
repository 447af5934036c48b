// Starts browsers with an address, as a user would. The page does the rest.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import type { Benchmark, Row } from '../support/benchmark.ts';

/** Keeps Firefox from loading anything but the address. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

const runs = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

const browsers = {
  Chromium: {
    command: () => browserPath(),
    flags: (profile: string) => [
      ...chromiumFlags,
      '--headless=new',
      '--no-first-run',
      `--user-data-dir=${profile}`,
    ],
  },
  Firefox: {
    command: () => env.COFLIGHT_FIREFOX ?? ['firefox', 'firefox-esr'].find(runs),
    flags: (profile: string) => ['--headless', '--no-remote', '--profile', profile],
  },
};

export type BrowserName = keyof typeof browsers;

/** The browsers that this machine has. */
const installed = (): BrowserName[] =>
  (Object.keys(browsers) as BrowserName[]).filter((name) => browsers[name].command());

/** Returns the `run` of a benchmark that measures in each browser that this machine has. A quick run has one. */
export const inEachBrowser =
  (measure: (browser: BrowserName, quick: boolean) => Promise<readonly Row[]>): Benchmark['run'] =>
  async ({ quick, progress }) => {
    const rows: Row[] = [];
    for (const browser of installed().slice(0, quick ? 1 : Infinity)) {
      progress(browser);
      rows.push(...(await measure(browser, quick)));
    }
    return rows;
  };

/** Opens the address in a fresh profile; `close` ends the browser and leaves nothing behind. */
export async function open(name: BrowserName, url: string) {
  const { command, flags } = browsers[name];
  const profile = await mkdtemp(join(tmpdir(), 'coflight-bench-'));
  const lines = Object.entries(preferences).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  // The browser gets its own process group, so that all its processes end with it.
  const browser = spawn(command() ?? name, [...flags(profile), url], { stdio: 'ignore', detached: true });
  const kill = () => {
    if (browser.pid && browser.exitCode === null && !browser.signalCode)
      process.kill(-browser.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) =>
    browser.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const failed = ended.then<never>(() => {
    throw new Error(`${name} ended before its tasks: ${command()}.`);
  });
  failed.catch(() => {});
  return {
    /** Rejects when the browser has ended. */
    failed,
    async close() {
      kill();
      process.off('exit', kill);
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
