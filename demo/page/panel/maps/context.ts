// The parts that the maps of a panel share: the view, the URLs, and the way to send requests.

import type { ReadonlySignal } from '@preact/signals';
import { tileSize, viewAt } from '../../../server/views.ts';
import type { Link } from '../../shared/link.ts';
import type { Who } from '../flight.ts';
import type { Requests } from '../requests.ts';
import type { Trace } from '../trace.ts';
import { foreign, type Trouble } from '../trouble.ts';
import { looksOf } from './looks.ts';
import type { Context, Tiles } from './stack.ts';

export const night = matchMedia('(prefers-color-scheme: dark)');

export interface Source {
  readonly link: Link;
  readonly trace: Trace;
  readonly requests: Requests;
  readonly trouble: Trouble;
  readonly view: ReadonlySignal<number>;
}

export function contextOf({ link, trace, requests, trouble, view }: Source): Context {
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
    asks: (map, url) => void trace.ask(whoIs(map), url),
    blame: (url) => trouble.blame(url),
    settles(map, url, outcome, status) {
      if (outcome === 'failed') trouble.blame(url, status);
      trace.settleAll(outcome, (ask) => ask.url === url && ask.who === whoIs(map));
      // The browser aborts an image with the last element that shows it.
      if (outcome === 'aborted' && !trace.ledger.waiting().some((ask) => ask.url === url))
        requests.leave(url);
    },
  };
}
