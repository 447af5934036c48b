import { env } from 'node:process';
import type { LaunchOptions } from 'puppeteer-core';

/** How the Firefox at that path is started. */
export const firefoxAt = (executablePath: string): LaunchOptions => ({
  browser: 'firefox',
  executablePath,
  // Without a graphics card Firefox has WebGL in a window alone, be it one of `xvfb-run`.
  headless: !env.DISPLAY,
  extraPrefsFirefox: { 'webgl.force-enabled': true },
});
