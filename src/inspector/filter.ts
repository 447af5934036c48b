// Which rows are shown.

import { type Entry, isNearMiss, savedRequests } from './entry.ts';

/** The choices of the filter. */
export type Show = 'all' | 'shared' | 'kept apart' | 'bypassed' | 'images' | 'in flight' | 'failed';

const kinds: Readonly<Record<Show, (entry: Entry) => boolean>> = {
  all: () => true,
  shared: (entry) => savedRequests(entry) > 0,
  'kept apart': isNearMiss,
  bypassed: ({ kind }) => kind === 'bypass',
  images: ({ kind }) => kind === 'image',
  'in flight': ({ end }) => end === undefined,
  failed: ({ outcome }) => outcome === 'failed',
};

/** In the order of the list. */
export const shows: readonly Show[] = Object.keys(kinds) as Show[];

export interface Filter {
  readonly show: Show;
  /** Part of a URL, in any case. */
  readonly text: string;
}

export function filtered(entries: readonly Entry[], { show, text }: Filter): readonly Entry[] {
  const wanted = text.trim().toLowerCase();
  if (show === 'all' && !wanted) return entries;
  return entries.filter((entry) => kinds[show](entry) && entry.url.toLowerCase().includes(wanted));
}
