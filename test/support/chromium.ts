// The Chromium of a test. To start one takes most of a second of the processor, so files of one worker share it.

import { env } from 'node:process';
import { type Browser, type BrowserContext, type ConnectOptions, connect, launch } from 'puppeteer-core';
import { inject } from 'vitest';
import { browserPath, chromiumFlags, webglFlags } from '../../scripts/browser.js';

/** A name that is no localhost. */
const hostFlags = ['--host-resolver-rules=MAP site.test 127.0.0.1'];

export interface ChromiumOptions extends Pick<ConnectOptions, 'acceptInsecureCerts' | 'protocolTimeout'> {
  /** Chromium has no WebGL unless it is asked for: what draws it costs a third of a visit's time. */
  readonly webgl?: boolean;
}

/** Starts a Chromium. */
export const launchChromium = ({ webgl = false, ...options }: ChromiumOptions = {}): Promise<Browser> =>
  launch({
    ...options,
    executablePath: browserPath() ?? '',
    args: [...chromiumFlags, ...(webgl ? webglFlags : []), ...hostFlags],
  });

/**
 * Opens the Chromium of this worker, or starts one where there is none. Its `close` closes the contexts that were
 * created here; the browser goes on.
 */
export async function openChromium({ webgl = false, ...options }: ChromiumOptions = {}): Promise<Browser> {
  const { VITEST_POOL_ID: worker } = env;
  const keeper = worker && inject('chromium');
  if (!keeper) return launchChromium({ webgl, ...options });
  const answer = await fetch(`${keeper}/${worker}/${webgl ? 'webgl' : 'plain'}`);
  const address = await answer.text();
  if (!answer.ok) throw new Error(address);
  return keptOpen(await connect({ ...options, browserWSEndpoint: address }));
}

function keptOpen(browser: Browser): Browser {
  const create = browser.createBrowserContext.bind(browser);
  const contexts: BrowserContext[] = [];
  browser.createBrowserContext = async (options) => {
    const context = await create(options);
    contexts.push(context);
    return context;
  };
  browser.close = async () => {
    await Promise.all(contexts.map((context) => context.closed || context.close()));
    await browser.disconnect();
  };
  return browser;
}
