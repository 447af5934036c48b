// Everything that the page loads, as far as the Performance Timeline shows it.
//
// The timeline lists a resource only when it has loaded. So the page counts as busy until no resource has loaded for a
// while.

import { candidatesOf } from '../http/candidates.ts';
import { checkOptions, type Kinds } from '../options/check.ts';
import { milliseconds } from '../options/kinds.ts';
import type { ImageDetail } from './events.ts';
import type { Busy } from './foreground.ts';

/** Options of `pageActivity`. */
export interface PageActivityOptions {
  /** Milliseconds without a resource after which the page counts as quiet. Default 500. */
  readonly quietDelay?: number | undefined;
}

const kinds: Kinds<PageActivityOptions> = { quietDelay: milliseconds };

/**
 * Returns a source that makes a preloader wait for everything that the page loads:
 * `createPreloader({ busy: [fetch, pageActivity()] })`. The preloader's own images do not count.
 */
export function pageActivity(options: PageActivityOptions = {}): Busy {
  const { quietDelay = 500 } = checkOptions(options, kinds);
  const target = new EventTarget();
  /** Addresses that the preloader has requested. Each is removed when the timeline lists it. */
  const own = new Set<string>();
  let observer: PerformanceObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listeners = 0;

  const settle = () => {
    timer = undefined;
    target.dispatchEvent(new Event('settle'));
  };
  const see = (list: PerformanceObserverEntryList) => {
    if (!list.getEntries().filter(({ name }) => !own.delete(name)).length) return;
    const wasQuiet = timer === undefined;
    clearTimeout(timer);
    timer = setTimeout(settle, quietDelay);
    if (wasQuiet) target.dispatchEvent(new Event('launch'));
  };
  const remember = (event: Event) => {
    const { url, srcset = '' } = (event as CustomEvent<ImageDetail>).detail;
    for (const address of candidatesOf(url, srcset, document.baseURI)) own.add(address);
  };

  return {
    stats: () => ({ inFlight: timer === undefined ? 0 : 1 }),
    exclude: (images) => images.addEventListener('launch', remember),
    addEventListener(type, listener) {
      if (!listeners++) {
        observer = new PerformanceObserver(see);
        observer.observe({ type: 'resource' });
      }
      target.addEventListener(type, listener);
    },
    removeEventListener(type, listener) {
      target.removeEventListener(type, listener);
      if (--listeners) return;
      observer?.disconnect();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
