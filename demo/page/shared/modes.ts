// What the three panels are called, and what each is, in a line.

import type { Mode } from '../../server/site.ts';

export const modes: Readonly<Record<Mode, { readonly title: string; readonly hint: string }>> = {
  off: { title: 'Off', hint: 'native fetch: every request goes out' },
  page: { title: 'In the page', hint: 'createFetch and the preloader' },
  worker: { title: 'Service worker', hint: 'register(), and nothing else' },
};
