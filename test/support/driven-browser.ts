// Firefox and WebKitGTK for Vitest's tests in pages. Playwright drives only its own builds of them.

import { defineBrowserProvider } from '@vitest/browser';
import { launch } from 'puppeteer-core';
import { firefoxAt } from './firefox.ts';
import { launchWebKit } from './webkit.ts';

/** A browser that opens pages. */
interface Driven {
  open(url: string): Promise<void>;
  close(): Promise<void>;
}

async function openFirefox(path: string): Promise<Driven> {
  const browser = await launch(firefoxAt(path));
  return {
    open: async (url) => void (await (await browser.newPage()).goto(url)),
    close: () => browser.close(),
  };
}

async function openWebKit(path: string): Promise<Driven> {
  const browser = await launchWebKit(path);
  return {
    open: async (url) => (await browser.newPage()).goto(url) as Promise<unknown> as Promise<void>,
    close: () => browser.close(),
  };
}

/** The part of Vitest's server that is used. */
interface Registry {
  registerCommand(name: string, command: () => Promise<void>): void;
}

/** Returns a provider for the engine at that path. */
export const driven = (
  engine: 'firefox' | 'webkit',
  path: string,
): ReturnType<typeof defineBrowserProvider> =>
  defineBrowserProvider({
    name: 'driven',
    supportedBrowser: [engine],
    providerFactory(project) {
      // Vitest sizes the frame of the tests by itself.
      (project.browser as unknown as Registry).registerCommand('__vitest_viewport', async () => {});
      let browser: Promise<Driven> | undefined;
      return {
        name: 'driven',
        supportsParallelism: false,
        getCommandsContext: () => ({}),
        async openPage(_, url) {
          browser ??= engine === 'firefox' ? openFirefox(path) : openWebKit(path);
          await (await browser).open(url);
        },
        close: async () => (await browser)?.close(),
      };
    },
  });
