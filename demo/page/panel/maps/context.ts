// What the maps of a panel are made of: its view, its addresses, the way its requests travel.

import type { Signal } from '@preact/signals';
import type { Link } from '../../shared/link.ts';
import { wishes } from '../../shared/site.ts';
import { tileSize, viewAt } from '../../shared/views.ts';
import type { Who } from '../flight.ts';
import type { Requests } from '../requests.ts';
import type { Trace } from '../trace.ts';
import { looksOf } from './looks.ts';
import type { Context, Tiles } from './stack.ts';

/** A tile server of one's own; the demo knows nothing of what it counts. */
export const foreign: string | undefined = wishes.get('tiles') ?? undefined;

export const night = matchMedia('(prefers-color-scheme: dark)');

interface Source {
  readonly link: Link;
  readonly trace: Trace;
  readonly requests: Requests;
  readonly view: Signal<number>;
}

export function contextOf({ link, trace, requests, view }: Source): Context {
  const dark = night.matches;
  const own: Tiles = { url: link.url(`tiles/${dark ? 'dark' : 'light'}/{z}/{x}/{y}.png`), size: tileSize };
  const whoIs = (map: number) => (map + 1) as Who;
  return {
    view: viewAt(view.value),
    raster: foreign ? { url: foreign, size: 256 } : own,
    vector: link.url('tiles/vector/{z}/{x}/{y}.pbf'),
    dark,
    looks: looksOf(dark),
    shared: requests.shared,
    fetchFor: (map) => requests.fetchFor(whoIs(map)),
    asks: (map, url) => trace.ask(whoIs(map), url),
  };
}
