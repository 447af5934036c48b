// Everything that the page loads, as far as the Performance Timeline shows it.
//
// The timeline lists a resource only when it has loaded. So the page counts as busy until no resource has loaded for a
// while.

import { candidatesOf } from '../http/srcset.ts';
import { isSameUrl } from '../http/url.ts';
import { checkOptions, type OptionKinds } from '../options/check.ts';
import { milliseconds } from '../options/kinds.ts';
import type { Busy } from './busy.ts';
import type { ImageDetail } from './events.ts';

/** Options of `pageActivity`. */
export interface PageActivityOptions {
  /** Milliseconds without a resource after which the page counts as quiet. Default 500. */
  readonly quietDelay?: number | undefined;
}

/** Milliseconds after which the timeline has listed a request that has ended, if it lists it at all. */
const listTimeout = 1000;

const kinds: OptionKinds<PageActivityOptions> = { quietDelay: milliseconds };

/**
 * Returns a source that makes a preloader wait for everything that the page loads:
 * `createPreloader({ busy: [fetch, pageActivity()] })`. The preloader's own images do not count.
 */
export function pageActivity(options: PageActivityOptions = {}): Busy {
  const { quietDelay = 500 } = checkOptions(options, kinds);
  const target = new EventTarget();
  /** Addresses of the preloader's requests, by number. The timeline lists one address of each, or none. */
  const own = new Map<number | undefined, readonly string[]>();
  let observer: PerformanceObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let listeners = 0;

  const settle = () => {
    timer = undefined;
    target.dispatchEvent(new Event('settle'));
  };
  /** Forgets the preloader's request that an entry is about. Returns false for an entry about another one. */
  const takeOwn = ({ name }: PerformanceEntry) =>
    // WebKit lists an address without its fragment.
    [...own].some(([id, addresses]) => addresses.some((one) => isSameUrl(one, name)) && own.delete(id));
  const see = (list: PerformanceObserverEntryList) => {
    if (!list.getEntries().filter((entry) => !takeOwn(entry)).length) return;
    const wasQuiet = timer === undefined;
    clearTimeout(timer);
    timer = setTimeout(settle, quietDelay);
    if (wasQuiet) target.dispatchEvent(new Event('launch'));
  };
  const remember = (event: Event) => {
    const { id, url, srcset = '' } = detailOf(event);
    own.set(id, candidatesOf(url, srcset, document.baseURI));
  };
  const forget = (event: Event) => setTimeout(() => own.delete(detailOf(event).id), listTimeout);

  return {
    stats: () => ({ inFlight: timer === undefined ? 0 : 1 }),
    exclude(images) {
      images.addEventListener('launch', remember);
      for (const type of ['settle', 'leave'] as const) images.addEventListener(type, forget);
    },
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

const detailOf = (event: Event) => (event as CustomEvent<ImageDetail>).detail;
