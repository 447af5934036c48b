// Through the preloader: one picture at a time, and a picture that is clicked comes first.

import type { CoalescingFetch } from 'coflight';
import { createPreloader } from 'coflight/preload';
import type { Pictures, Tell } from './pictures.ts';

/** What the preloader's events tell of one image. */
const states = { done: 'ready', failed: 'failed', aborted: '' } as const;

/** While `busy` has something in flight, preloads step aside. */
export function queued(tell: Tell, busy: CoalescingFetch | undefined): Pictures {
  const images = createPreloader({ ...(busy && { busy }), idleTimeout: 200 });
  images.addEventListener('launch', ({ detail }) => tell(detail.url, 'loading'));
  images.addEventListener('leave', ({ detail }) => tell(detail.url, 'waiting'));
  images.addEventListener('settle', ({ detail }) =>
    tell(detail.url, detail.outcome ? states[detail.outcome] : ''),
  );
  return {
    preload(urls) {
      for (const url of urls) tell(url, 'waiting');
      images.preload(...urls);
    },
    load: (url, signal) => images.load(url, { signal }),
    stop: () => images.clear(),
  };
}
