// The name of each panel, and one line that describes it.

import type { Mode } from '../../server/site.ts';

interface ModeInfo {
  readonly title: string;
  /** Where there is little room. */
  readonly short: string;
  readonly hint: string;
}

export const modes: Readonly<Record<Mode, ModeInfo>> = {
  off: { title: 'Off', short: 'Off', hint: 'without coflight: fetch and new Image()' },
  page: { title: 'In the page', short: 'Page', hint: 'createFetch() and the preloader' },
  worker: { title: 'Service worker', short: 'Worker', hint: 'register() and the preloader' },
};
