// The map libraries that a panel can show, and what is to be known of each.

export interface StackInfo {
  readonly name: StackName;
  readonly title: string;
  /** What to expect, in a sentence. */
  readonly note: string;
}

export type StackName = 'leaflet' | 'leaflet-img' | 'openlayers' | 'maplibre-raster' | 'maplibre-vector';

export const stacks: readonly StackInfo[] = [
  {
    name: 'leaflet',
    title: 'Leaflet, tiles by fetch',
    note: 'Each map fetches its own tiles, so that they can carry headers and be called off: nine tiles become 36 requests.',
  },
  {
    name: 'leaflet-img',
    title: 'Leaflet, plain images',
    note: 'Leaflet’s own layer makes an <img> of each tile. Browsers already share those within a document: nothing is left to save here.',
  },
  {
    name: 'openlayers',
    title: 'OpenLayers',
    note: 'Four maps on one view, with a source each, loading tiles by fetch.',
  },
  {
    name: 'maplibre-raster',
    title: 'MapLibre, raster',
    note: 'MapLibre fetches images in the page, each map for itself.',
  },
  {
    name: 'maplibre-vector',
    title: 'MapLibre, vector',
    note: 'MapLibre fetches vector tiles in its worker, where no wrapped fetch can see them: an adapter brings them to the page, a service worker needs none.',
  },
];

export const stackNamed = (name: string | null): StackInfo =>
  stacks.find((stack) => stack.name === name) ?? (stacks[0] as StackInfo);
