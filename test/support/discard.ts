// Discards tabs of a Chromium, as it does when memory is short: its page for that is what drives it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { browserPath, chromiumFlags } from '../../scripts/browser.js';

/**
 * Runs in Chromium's page for discards, as text: vitest would replace the import. 0: as an extension asks for it, so that
 * neither a visible tab nor one under inspection is spared.
 */
const discardAt = (url: string): string => `(async () => {
  const { getOrCreateDetailsProvider } = await import('chrome://discards/discards.js');
  const provider = getOrCreateDetailsProvider();
  const { infos } = await provider.getTabDiscardsInfo();
  await provider.discardById(infos.find(({ tabUrl }) => tabUrl === ${JSON.stringify(url)}).id, 0);
})()`;

export interface Discarding {
  readonly browser: Browser;
  /** Discards the tab that shows this URL. Its document is gone, and it runs nothing before it leaves. */
  discard(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a Chromium whose internal pages are enabled. */
export async function openDiscarding(): Promise<Discarding> {
  const folder = await mkdtemp(join(tmpdir(), 'coflight-discard-'));
  await writeFile(join(folder, 'Local State'), JSON.stringify({ internal_only_uis_enabled: true }));
  const executablePath = browserPath() ?? '';
  const browser = await launch({ executablePath, args: chromiumFlags, userDataDir: folder });
  let page: Page | undefined;
  return {
    browser,
    async discard(url) {
      page ??= await browser.newPage();
      await page.goto('chrome://discards');
      await page.evaluate(discardAt(url));
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
