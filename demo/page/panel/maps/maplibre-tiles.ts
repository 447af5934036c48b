// MapLibre fetches its tiles itself, so its events say how each one ended.

import { AJAXError, type Map as MapLibreMap, type MapSourceDataEvent } from 'maplibre-gl';
import type { Context } from './stack.ts';

/** What becomes of tiles; those that come, the map's rest tells. */
export function settleTiles(
  map: MapLibreMap,
  context: Context,
  { number, template }: { readonly number: number; readonly template: string },
): void {
  const urlOf = ({ canonical: { z, x, y } }: MapSourceDataEvent['coord']) =>
    template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  map.on('sourcedataabort', ({ sourceId, coord }) => {
    if (sourceId === 'tiles' && coord) context.settles(number, urlOf(coord), 'aborted');
  });
  map.on('error', ({ error }) => {
    if (error instanceof AJAXError) context.settles(number, error.url, 'failed', error.status || undefined);
  });
}
