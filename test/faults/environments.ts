// The environments of the trials. Each opens a room at a server's origin.

import { env } from 'node:process';
import { launch } from 'puppeteer-core';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';
import { createFetch } from '../../src/index.ts';
import type { Visitor } from '../support/site.ts';
import { openWebKit } from '../support/webkit.ts';
import { openPage, openWorker } from './browser-room.ts';
import { openNode } from './node-room.ts';
import type { Room } from './room.ts';

export interface Environment {
  readonly name: string;
  /** The browser and its version; undefined for Node. */
  readonly version: string;
  /** False when it refuses the certificate of the chaos server. */
  readonly hasHttp2: boolean;
  open(origin: string): Promise<Room>;
  close(): Promise<void>;
}

interface Browser {
  readonly version: string;
  visitor(): Promise<Visitor>;
  close(): Promise<void>;
}

async function chromium(): Promise<Browser> {
  const args = [...chromiumFlags, '--ignore-certificate-errors'];
  const browser = await launch({ executablePath: browserPath() ?? '', args });
  return {
    version: (await browser.version()).replace(/^(Headless)?Chrome\//, 'Chromium '),
    visitor: () => browser.createBrowserContext(),
    close: () => browser.close(),
  };
}

async function firefox(): Promise<Browser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: env.COFLIGHT_FIREFOX ?? '',
    acceptInsecureCerts: true,
  });
  return {
    version: (await browser.version()).replace('firefox/', 'Firefox '),
    visitor: () => browser.createBrowserContext(),
    close: () => browser.close(),
  };
}

async function webkit(): Promise<Browser> {
  const browser = await openWebKit();
  return {
    version: 'WebKitGTK',
    visitor: () => browser.createBrowserContext(),
    close: () => browser.close(),
  };
}

const inPage =
  (name: string, start: () => Promise<Browser>, hasHttp2 = true) =>
  async (): Promise<Environment> => {
    const browser = await start();
    const open = async (origin: string) => openPage(await browser.visitor(), origin);
    return { name, version: browser.version, hasHttp2, open, close: () => browser.close() };
  };

const inWorker =
  (name: string, start: () => Promise<Browser>, hasHttp2 = true) =>
  async (): Promise<Environment> => {
    const browser = await start();
    const open = async (origin: string) =>
      openWorker([await browser.visitor(), await browser.visitor()], origin);
    return { name, version: browser.version, hasHttp2, open, close: () => browser.close() };
  };

const inNode = async (): Promise<Environment> => ({
  name: 'Node',
  version: `Node ${process.versions.node}`,
  hasHttp2: true,
  open: async () => openNode(createFetch()),
  close: async () => {},
});

/** By the name of the command line. */
export const environments: Readonly<Record<string, () => Promise<Environment>>> = {
  node: inNode,
  chromium: inPage('Chromium', chromium),
  'chromium-worker': inWorker('Chromium, worker', chromium),
  ...(env.COFLIGHT_FIREFOX && {
    firefox: inPage('Firefox', firefox),
    'firefox-worker': inWorker('Firefox, worker', firefox),
  }),
  ...(env.COFLIGHT_WEBKIT && {
    webkit: inPage('WebKitGTK', webkit, false),
    'webkit-worker': inWorker('WebKitGTK, worker', webkit, false),
  }),
};
