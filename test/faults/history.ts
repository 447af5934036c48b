// A page enters the back/forward cache, and comes back from it.

import type { Page } from 'puppeteer-core';

/** Leaves a page for another one, so that the browser may keep it. */
export const leave = async (tab: Page): Promise<void> =>
  void (await tab.goto(`${new URL(tab.url()).origin}/elsewhere`));

/** Goes back to a page that the browser must have kept. */
export async function restore(tab: Page): Promise<void> {
  const session = await tab.createCDPSession();
  await session.send('Page.enable');
  let why = '';
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    why = notRestoredExplanations.map(({ reason }) => reason).join(', ');
  });
  await tab.goBack();
  await session.detach();
  if (await tab.evaluate(() => 'stages' in globalThis)) return;
  throw new Error(`The browser has not kept the page ${tab.url()}: ${why}`);
}
