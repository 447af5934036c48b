// Starts one Chromium for each worker of the e2e tests, once a file asks for it. Files of a worker run one after another,
// so that each has the browser to itself.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'puppeteer-core';
import type { TestProject } from 'vitest/node';
import { launchChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a worker asks for the address of its Chromium. */
    chromium: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const browsers = new Map<string, Browser>();

  /** The browser of that name. A browser that has crashed is started anew. */
  async function browserOf(name: string): Promise<Browser> {
    const known = browsers.get(name);
    if (known?.connected) return known;
    const browser = await launchChromium({ webgl: name.endsWith('/webgl') });
    browsers.set(name, browser);
    return browser;
  }

  const server = createServer((request, response) => {
    browserOf(request.url ?? '').then(
      (browser) => response.end(browser.wsEndpoint()),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  project.provide('chromium', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () => {
    server.close();
    return Promise.all([...browsers.values()].map((browser) => browser.close()));
  };
}
