// The page of the demo that explains two calls.

import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examples } from '../../demo/page/explain/examples.ts';
import { accessFaults } from '../support/axe.ts';
import type { Demo } from '../support/demo.ts';
import { sharedDemo } from '../support/demo-shared.ts';
import { launchFor } from '../support/demo-visit.ts';

let demo: Demo;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [demo, browser] = await Promise.all([sharedDemo(), launchFor('chromium')]);
  page = await browser.newPage();
  await page.goto(`${demo.origin}/explain.html`);
  await page.waitForSelector('#answer');
});
afterAll(() => browser?.close());

const answer = () => page.$eval('#answer', ({ textContent }) => textContent ?? '');

/** What the page shows after the next picture. */
async function drawn(): Promise<string> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return answer();
}

async function write(part: string, text: string): Promise<string> {
  await page.$eval(
    `.call.${part} textarea`,
    (field, text) => {
      (field as HTMLTextAreaElement).value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    text,
  );
  return drawn();
}

describe('The page with two calls', () => {
  test('begins with calls that share though they are written differently', async () => {
    expect(await answer()).toMatch(/^They share one request\./);
  });

  test('answers what is written, and sends nothing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await write('one', "fetch('/api/a')");
    expect(await write('other', "fetch('/api/b').then((response) => response.json())")).toContain(
      'apart by url',
    );
    expect(
      await write('other', "const headers = { range: 'bytes=0-9' };\nawait fetch('/api/a', { headers })"),
    ).toContain('apart by range');
    expect(sent).toEqual([]);
  });

  test('counts the options', async () => {
    await write('one', "fetch('/api/a', { headers: { a: '1' } })");
    expect(await write('other', "fetch('/api/a')")).toMatch(/^They do not share\./);
    expect(await write('options', "{ ignoreHeaders: ['a'] }")).toMatch(/^They share/);
  });

  test.each([
    ['one', 'fetch(', 'One call cannot be read.'],
    ['other', '42', 'Write one call of fetch.'],
    ['options', '{ linger: -1 }', '`linger`'],
  ])('says what is wrong: %s', async (part, text, expected) => {
    for (const [name, right] of [
      ['one', "fetch('/a')"],
      ['other', "fetch('/a')"],
      ['options', ''],
    ] as const)
      await write(name, right);
    expect(await write(part, text)).toContain(expected);
    expect(await page.$$eval('[aria-invalid=true]', ({ length }) => length)).toBe(1);
  });

  test('has examples, which say what they show', async () => {
    const answers: string[] = [];
    for (const at of examples.keys()) {
      await page.$$eval('fieldset button', (buttons, at) => (buttons[at] as HTMLButtonElement).click(), at);
      answers.push(await drawn());
    }
    const shared = answers.map((text) => text.startsWith('They share'));
    expect(shared).toEqual([true, false, false, true, false, false, false]);
    expect(answers[5]).toContain('Only GET and HEAD are shared.');
  });

  test.each([
    ['light', 1440],
    ['dark', 390],
  ])('axe finds nothing, and nothing scrolls sideways: %s, %i pixels', async (scheme, width) => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setViewport({ width, height: 900 });
    await drawn();
    expect(await accessFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});
