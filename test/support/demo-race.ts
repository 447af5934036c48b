// The demo's race as its front shows it. The tests of every engine evaluate these functions in the page.

import type { Mode } from '../../demo/server/site.ts';
import type { Tab } from './site.ts';

/** The text of a card. */
export interface CardSays {
  readonly mode: Mode;
  readonly status: string;
  readonly asked: number;
  readonly sent: number;
  /** The shares of what was asked for. */
  readonly parts: Readonly<Record<string, number>>;
  /** Seconds: the view, the five views, the click. */
  readonly times: readonly number[];
}

/** Resolves once the race can be started. */
export const raceReady = (tab: Tab): Promise<void> =>
  tab.evaluate(async () => {
    const ready = () => document.querySelector('#race')?.getAttribute('aria-disabled') === 'false';
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 50));
  });

/** Starts the race. Resolves with its verdict, and with each text that a card had meanwhile. */
export const flyRace = (tab: Tab): Promise<{ verdict: string; said: Record<Mode, string[]> }> =>
  tab.evaluate(async () => {
    const racing = () => document.querySelector('#race span:not(.other)')?.textContent === 'Stop the race';
    const until = async (is: boolean) => {
      while (racing() !== is) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const said: Record<string, string[]> = {};
    const listen = () => {
      for (const status of document.querySelectorAll<HTMLElement>('[data-status]')) {
        const words = (said[status.dataset.status ?? ''] ??= []);
        const { textContent: text } = status;
        if (words.at(-1) !== text && text) words.push(text);
      }
    };
    document.querySelector<HTMLElement>('#race')?.click();
    const observer = new MutationObserver(listen);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await until(true);
    await until(false);
    listen();
    observer.disconnect();
    const verdict = document.querySelector('.verdict')?.textContent ?? '';
    return { verdict, said: said as Record<Mode, string[]> };
  });

/** Returns the current texts of the cards. */
export const cardsOf = (tab: Tab): Promise<CardSays[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.headline')].map((card) => {
      const text = (selector: string) => card.querySelector(selector)?.textContent ?? '';
      const parts = [...card.querySelectorAll<HTMLElement>('[data-part]')].map((part) => [
        part.dataset.part,
        Number.parseInt(part.textContent ?? '', 10),
      ]);
      return {
        mode: card.querySelector<HTMLElement>('[data-status]')?.dataset.status as Mode,
        status: text('[data-status]'),
        asked: Number(text('[data-asked]')),
        sent: Number(text('[data-headline]')),
        parts: Object.fromEntries(parts),
        times: [...card.querySelectorAll('dd')].map((time) => Number.parseFloat(time.textContent ?? '')),
      };
    }),
  );

export const sumOf = ({ parts }: CardSays): number =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);
