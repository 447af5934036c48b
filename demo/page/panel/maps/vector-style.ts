// How MapLibre draws the vector tiles: the colours of the painted ones.

import type { LayerSpecification } from 'maplibre-gl';
import { palettes } from '../../../server/palette.ts';

export function vectorLayers(dark: boolean): LayerSpecification[] {
  const palette = palettes[dark ? 'dark' : 'light'];
  if (!palette) return [];
  const tints = palette.land.flatMap((colour, tint) => [tint, colour]);
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    ...palette.shallows.map(
      ([width, colour], index): LayerSpecification => ({
        id: `shallows-${index}`,
        type: 'line',
        source: 'tiles',
        'source-layer': 'coasts',
        paint: { 'line-color': colour, 'line-width': width },
      }),
    ),
    {
      id: 'land',
      type: 'fill',
      source: 'tiles',
      'source-layer': 'land',
      paint: { 'fill-color': ['match', ['get', 'tint'], ...tints, palette.land[1]] as never },
    },
    {
      id: 'frontiers',
      type: 'line',
      source: 'tiles',
      'source-layer': 'borders',
      paint: { 'line-color': palette.border, 'line-width': 0.8 },
    },
    {
      id: 'coasts',
      type: 'line',
      source: 'tiles',
      'source-layer': 'coasts',
      paint: { 'line-color': palette.coast, 'line-width': 0.9 },
    },
  ];
}
