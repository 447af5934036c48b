// Every state of the demo that a visitor can reach. Tests of accessibility and screenshots go through all of them.

import type { Page } from 'puppeteer-core';
import type { Arrival, Journey } from './demo-arrival.ts';
import { flyRace, raceReady } from './demo-race.ts';

/** Resolves when an element has that text. */
const says = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    (selector, text) => document.querySelector(selector)?.textContent?.includes(text),
    {},
    selector,
    text,
  );

/** Presses a button as a keyboard would, wherever on the page it is. */
const press = (page: Page, selector: string) =>
  page.$eval(selector, (button) => (button as HTMLElement).click());

const panelsOf = ({ page }: Arrival) => page.frames().filter((frame) => frame.parentFrame());

/** Resolves when all maps of the front are drawn. */
async function drawn(arrival: Arrival): Promise<void> {
  await raceReady(arrival.page);
  await Promise.all(panelsOf(arrival).map((frame) => frame.waitForSelector('.atlas[aria-busy="false"]')));
}

/** Resolves in the middle of a race whose answers are held. */
async function race({ page, link }: Arrival): Promise<void> {
  await press(page, '#race');
  await says(page, '[data-status=off]', 'View 2 of 5');
  await link('off').set({ hold: true });
}

const front: Journey = {
  at: ({ origin }) => `${origin}/`,
  states: [
    { name: 'front', reach: drawn },
    { name: 'front-settings', reach: ({ page }) => press(page, '.line summary') },
    {
      name: 'guide-held',
      async reach({ page, link }) {
        await press(page, '.line summary');
        await press(page, '#step');
        for (const mode of ['off', 'page', 'worker'] as const)
          while (!(await link(mode).report()).settings.hold);
        await press(page, '#step');
        await says(page, '[data-step=worker]', 'One request waits');
      },
    },
    {
      name: 'guide-done',
      async reach({ page }) {
        await press(page, '#step');
        for (const mode of ['off', 'page', 'worker']) await says(page, `[data-step=${mode}]`, 'all answered');
      },
    },
    { name: 'race-running', reach: race },
    {
      name: 'race-stopped',
      async reach({ page }) {
        await press(page, '#race');
        await says(page, '.verdict', 'Stopped.');
      },
    },
    { name: 'race-landed', reach: ({ page }) => flyRace(page) },
    {
      name: 'race-lost',
      async reach(arrival) {
        await race(arrival);
        await arrival.page.setOfflineMode(true);
        await says(arrival.page, '.verdict', 'the server could not be reached.');
        await arrival.page.waitForSelector('[role=alert]:not(:empty)');
      },
    },
  ],
};

/** A library that does not exist, settings that the server refuses, tiles of a server that is not there. */
const mistaken: Journey = {
  ...front,
  query: { tiles: 'http://127.0.0.1:9/{z}/{x}/{y}.png', latency: 'x', stack: 'nonsense' },
  states: [
    {
      name: 'front-mistaken',
      async reach({ page }) {
        for (const mode of ['off', 'page', 'worker'])
          await page.waitForSelector(`.headline.${mode} .trouble`);
      },
    },
  ],
};

/** With plain images, which the browser itself shares. */
const images: Journey = {
  ...front,
  query: { stack: 'leaflet-img', cache: 'max-age=600' },
  states: [
    {
      name: 'images-landed',
      async reach(arrival) {
        await drawn(arrival);
        await press(arrival.page, '.line summary');
        await flyRace(arrival.page);
      },
    },
  ],
};

const old: Journey = {
  ...front,
  before: (page) => page.evaluateOnNewDocument(() => Reflect.deleteProperty(Navigator.prototype, 'locks')),
  states: [{ name: 'old-browser', reach: ({ page }) => page.waitForSelector('[role=alert]') }],
};

const secure: Journey = {
  at: ({ site }) => `${site.secure.front}/`,
  states: [
    {
      name: 'front-secure',
      reach: async ({ page }) => {
        await raceReady(page);
        await says(page, '[data-headline=page]', '9');
      },
    },
  ],
};

const panel: Journey = {
  at: ({ site }) => `${site.plain.page}/`,
  states: [{ name: 'panel', reach: ({ page }) => page.waitForSelector('.atlas[aria-busy="false"]') }],
};

/** The static copy, at that address. */
export const staticCopy = (address: string): Journey => ({
  at: () => address,
  states: [
    { name: 'static', reach: drawn },
    { name: 'static-landed', reach: ({ page }) => flyRace(page) },
  ],
});

const gallery: Journey = {
  at: ({ origin }) => `${origin}/gallery.html`,
  states: [
    { name: 'gallery', reach: ({ page }) => page.waitForSelector('#preload[aria-disabled="false"]') },
    {
      name: 'gallery-running',
      async reach(arrival) {
        for (const mode of ['off', 'page'] as const) await arrival.link(mode).set({ hold: true });
        await press(arrival.page, '#preload');
        await press(arrival.page, '#last');
        for (const frame of panelsOf(arrival)) await frame.waitForSelector('[data-state=loading]');
      },
    },
    {
      name: 'gallery-done',
      async reach(arrival) {
        for (const mode of ['off', 'page'] as const) await arrival.link(mode).set({ hold: false });
        for (const frame of panelsOf(arrival)) {
          await frame.waitForSelector('.screen img');
          await frame.waitForFunction(() => document.querySelectorAll('[data-state=ready]').length === 20);
        }
      },
    },
  ],
};

const explain: Journey = {
  at: ({ origin }) => `${origin}/explain.html`,
  states: [
    { name: 'explain', reach: ({ page }) => page.waitForSelector('#answer') },
    {
      name: 'explain-apart',
      async reach({ page }) {
        await press(page, 'fieldset button:nth-of-type(2)');
        await says(page, '#answer', 'They do not share.');
      },
    },
    {
      name: 'explain-wrong',
      async reach({ page }) {
        await page.type('.call.one textarea', '(');
        await page.waitForSelector('[aria-invalid=true]');
      },
    },
  ],
};

export const journeys: readonly Journey[] = [front, mistaken, old, panel, gallery, explain];

/** The front over HTTP/2, and with plain images. */
export const variants: readonly Journey[] = [images, secure];
