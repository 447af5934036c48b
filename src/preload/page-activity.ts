// What the page loads by other means than the wrapped fetch, as far as the Performance Timeline shows it.
//
// The timeline tells of a resource when it is there, so this knows only afterwards: what follows upon what. Until
// nothing has come for a while, the page counts as busy.

import type { Busy } from './foreground.ts';
import type { ImageDetail } from './loads.ts';

/** How `pageActivity` judges. */
export interface PageActivityOptions {
  /** Milliseconds without a resource after which the page counts as quiet. By default 500. */
  readonly quiet?: number | undefined;
}

/**
 * Makes a preloader yield to everything that the page loads: `createPreloader({ busy: [fetch, pageActivity()] })`.
 * It watches while somebody listens to it. The preloader's own images do not count.
 */
export function pageActivity({ quiet = 500 }: PageActivityOptions = {}): Busy {
  const target = new EventTarget();
  /** Addresses that the preloader has asked for; each is taken off when the timeline tells of it. */
  const own = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listeners = 0;

  const settle = () => {
    timer = undefined;
    target.dispatchEvent(new Event('settle'));
  };
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().filter(({ name }) => !own.delete(name)).length) return;
    const wasQuiet = timer === undefined;
    clearTimeout(timer);
    timer = setTimeout(settle, quiet);
    if (wasQuiet) target.dispatchEvent(new Event('launch'));
  });
  const remember = (event: Event) => {
    const { url, srcset = '' } = (event as CustomEvent<ImageDetail>).detail;
    for (const address of [url, ...srcset.split(/[\s,]+/)]) own.add(new URL(address, document.baseURI).href);
  };

  return {
    stats: () => ({ inFlight: timer === undefined ? 0 : 1 }),
    heed: (images) => images.addEventListener('launch', remember),
    addEventListener(type, listener) {
      if (!listeners++) observer.observe({ type: 'resource' });
      target.addEventListener(type, listener);
    },
    removeEventListener(type, listener) {
      target.removeEventListener(type, listener);
      if (--listeners) return;
      observer.disconnect();
      clearTimeout(timer);
    },
  };
}
