// Browsers started as a user would, with an address: the page does the rest.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';

/** Firefox goes nowhere but where it is told to. */
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

export const browsers = {
  Chromium: {
    command: browserPath() ?? 'chromium',
    flags: (profile: string) => [
      ...chromiumFlags,
      '--headless=new',
      '--no-first-run',
      `--user-data-dir=${profile}`,
    ],
  },
  Firefox: {
    command: process.env.COFLIGHT_FIREFOX ?? 'firefox-esr',
    flags: (profile: string) => ['--headless', '--no-remote', '--profile', profile],
  },
};

/** The browser is not installed. */
export class Missing extends Error {}

/** Opens the address in a fresh profile; `close` ends the browser and leaves nothing behind. */
export async function open(name: keyof typeof browsers, url: string) {
  const { command, flags } = browsers[name];
  const profile = await mkdtemp(join(tmpdir(), 'coflight-bench-'));
  const lines = Object.entries(preferences).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  // A group of its own, so that all its processes end with it.
  const browser = spawn(command, [...flags(profile), url], { stdio: 'ignore', detached: true });
  const kill = () => {
    if (browser.pid && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  const missing = new Promise<never>((_, reject) => {
    browser.on('error', (cause) =>
      reject(new Missing(`${name} is left out: ${command} does not start.`, { cause })),
    );
  });
  missing.catch(() => {});
  const ended = new Promise((resolve) => browser.on('exit', resolve).on('error', resolve));
  return {
    missing,
    async close() {
      kill();
      process.off('exit', kill);
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
