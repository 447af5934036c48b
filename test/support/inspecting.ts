// An inspector in a page, and what can be seen of it.

import { onTestFinished } from 'vitest';
import { type InspectorElement, inspect } from '../../src/inspector/index.ts';
import { Source } from './inspected.ts';

/** What was scheduled is drawn. */
export async function drawn(): Promise<void> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
}

/** An open inspector of sources that the test holds. */
export async function inspected() {
  const [fetch, images] = [new Source(), new Source()];
  const seen = see(inspect(fetch, images) as InspectorElement);
  seen.element.open = true;
  await drawn();
  return { fetch, images, ...seen };
}

/** The parts of an inspector, which goes with the test. */
export function see(element: InspectorElement) {
  onTestFinished(() => element.remove());
  const root = element.shadowRoot as ShadowRoot;
  const one = <Found extends HTMLElement>(selector: string) => root.querySelector<Found>(selector) as Found;
  const visible = (selector: string) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((found) => found.checkVisibility());
  return {
    element,
    root,
    grid: one('.grid'),
    detail: one('.detail'),
    one,
    visible,
    /** The rows in the list: the text of each cell but the last. */
    rows: () =>
      visible('.rows .row').map((row) =>
        [...row.children].slice(0, -1).map(({ textContent }) => textContent),
      ),
    figures: () => one('.figures').textContent ?? '',
    footer: () => one('.foot').textContent ?? '',
    button: (name: string) =>
      visible('button').find(({ textContent }) => textContent === name) as HTMLElement,
    press: (key: string, target: HTMLElement = one('.grid')) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  };
}
