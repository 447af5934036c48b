// The demo in a browser whose user has chosen large text.

import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from '../support/demo.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { fits, launchFor, modes, settled, visit } from '../support/demo-visit.ts';
import { emptyFolder } from '../support/folder.ts';
import { puppetEngines } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

const sizeOf = (element: Element) => getComputedStyle(element).fontSize;

describe.each(puppetEngines)('In %s, a text of 24 pixels instead of 16', (engine) => {
  const profile = emptyFolder();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFor(engine, { text: { size: 24, profile } });
  });
  afterAll(async () => {
    await browser?.close();
    profile.remove();
  });

  test.each(['/', '/gallery.html', '/explain.html'])(
    'makes all text of %s larger by half, and it fits screens between 1920 and 320 pixels',
    async (path) => {
      const isGallery = path === '/gallery.html';
      const shown = path === '/' ? modes : isGallery ? (['off', 'page'] as const) : [];
      await using front = await visit(browser, demo, { at: demo.origin + path, modes: shown });
      const { page, panels } = front;
      await page.waitForSelector('footer');
      expect(await page.$eval('.masthead nav a', sizeOf)).toBe('24px');
      expect(await page.$eval('footer', sizeOf)).toBe('19.5px');
      if (!isGallery) await Promise.all(panels.map(settled));
      for (const { frame } of panels) {
        await frame.waitForSelector('.counts');
        expect(await frame.$eval('.legend', sizeOf)).toBe('18px');
      }
      for (const width of [1920, 1440, 1024, 820, 560, 390, 320]) await fits(front, width, false);
    },
  );
});
