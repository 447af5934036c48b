// The page of the demo that explains two calls.

import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../../demo/page/explain/examples.ts';
import { accessFaults } from '../support/axe.ts';
import type { Demo } from '../support/demo.ts';
import { look } from '../support/demo-arrival.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { launchFor } from '../support/demo-visit.ts';
import { puppetEngines } from '../support/site.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await sharedDemo();
});

describe.each(puppetEngines)('%s', (engine) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchFor(engine, { network: true });
    page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${demo.origin}/explain.html`);
    await page.waitForSelector('#answer');
  });
  afterAll(() => browser?.close());

  const answer = () => page.$eval('#answer', ({ textContent }) => textContent ?? '');

  /** Resolves with the answer once it says that. */
  async function says(expected: string): Promise<string> {
    await page.waitForFunction(
      (expected) => document.querySelector('#answer')?.textContent?.includes(expected),
      {},
      expected,
    );
    return answer();
  }

  const write = (part: string, text: string): Promise<void> =>
    page.$eval(
      `.call.${part} textarea`,
      (field, text) => {
        (field as HTMLTextAreaElement).value = text;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      },
      text,
    );

  describe('The page with two calls', () => {
    test('begins with calls that share though they are written differently', async () => {
      expect(await answer()).toMatch(/^They share one request\./);
    });

    test('explains the two calls that are written, and sends nothing', async () => {
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await write('one', "fetch('/api/a')");
      await write('other', "fetch('/api/b').then((response) => response.json())");
      await says('apart by url');
      await write('other', "const headers = { range: 'bytes=0-9' };\nawait fetch('/api/a', { headers })");
      await says('apart by range');
      await write('other', "window.fetch(new window.Request('/api/a', { method: 'DELETE' }))");
      await says('Only GET and HEAD are shared.');
      expect(sent).toEqual([]);
    });

    test('waits with its answer for a pause in what is typed', async () => {
      await write('one', "fetch('/api/a')");
      await write('other', "fetch('/api/b')");
      await says('apart by url');
      await page.evaluate(async () => {
        const field = document.querySelector('.call.other textarea') as HTMLTextAreaElement;
        const said: string[] = [];
        const note = () => said.push(document.querySelector('#answer h2')?.textContent ?? '');
        const options = { subtree: true, childList: true, characterData: true };
        new MutationObserver(note).observe(document.body, options);
        Object.assign(globalThis, { said });
        const text = "fetch('/api/a')";
        for (let length = 1; length <= text.length; length++) {
          field.value = text.slice(0, length);
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
          await new Promise(requestAnimationFrame);
        }
      });
      await says('They share');
      const said = await page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
      expect(new Set(said)).toEqual(new Set(['They share one request.']));
    });

    test('counts the options', async () => {
      await write('one', "fetch('/api/a', { headers: { 'x-trace': '1' } })");
      await write('other', "fetch('/api/a')");
      expect(await says('apart by x-trace')).toMatch(/^They do not share\./);
      await write('options', "{ ignoreHeaders: ['x-trace'] }");
      expect(await says('They share')).toMatch(/^They share/);
    });

    test.each([
      ['one', 'fetch(', 'The first call cannot be read.'],
      ['other', '42', 'Write one call of fetch.'],
      ['options', '{ linger: -1 }', '`linger`'],
    ])('says what is wrong: %s', async (part, text, expected) => {
      for (const [name, right] of [
        ['one', "fetch('/a')"],
        ['other', "fetch('/a')"],
        ['options', ''],
      ] as const)
        await write(name, right);
      await says('They share');
      await write(part, text);
      await says(expected);
      expect(await page.$$eval('[aria-invalid=true]', ({ length }) => length)).toBe(1);
    });

    test('has examples whose names say what they show', async () => {
      const answers: string[] = [];
      for (const at of examples.keys()) {
        const button = `fieldset button:nth-of-type(${at + 1})`;
        await page.$eval(button, (found) => (found as HTMLButtonElement).click());
        await page.waitForSelector(`${button}[aria-pressed=true]`);
        answers.push(await answer());
      }
      const shared = answers.map((text) => text.startsWith('They share'));
      expect(shared).toEqual([true, false, false, true, false, false, false]);
      expect(answers[5]).toContain('Only GET and HEAD are shared.');
    });

    // Puppeteer cannot make a Firefox dark.
    test.each([{ width: 1440 }, { width: 390, dark: engine === 'chromium' }])(
      'axe finds nothing, and nothing scrolls sideways: $width pixels',
      async (wanted) => {
        await look(page, wanted);
        await page.waitForFunction((width) => innerWidth === width, {}, wanted.width);
        expect(await accessFaults(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(wanted.width);
      },
    );

    // Puppeteer cannot force the colours of a Firefox.
    test.skipIf(engine === 'firefox')('axe finds nothing in forced colours', async () => {
      await page.emulateMediaFeatures([{ name: 'forced-colors' as 'color-gamut', value: 'active' }]);
      await page.$eval('fieldset button', (example) => (example as HTMLButtonElement).click());
      await page.waitForSelector('fieldset button[aria-pressed=true]');
      expect(await accessFaults(page)).toEqual([]);
    });
  });
});
