// The map libraries that a panel can show, with a name and a short description of each.

export interface StackInfo {
  readonly name: StackName;
  readonly title: string;
  /** What to expect, in a sentence or two. */
  readonly note: string;
}

export type StackName = 'leaflet' | 'leaflet-img' | 'openlayers' | 'maplibre-raster' | 'maplibre-vector';

export const stacks: readonly StackInfo[] = [
  {
    name: 'leaflet',
    title: 'Leaflet, tiles by fetch',
    note: 'Each map fetches its own tiles, so its requests can have headers and can be aborted. Nine tiles become 36 requests.',
  },
  {
    name: 'leaflet-img',
    title: 'Leaflet, plain images',
    note: 'Leaflet makes an <img> of each tile. Browsers share those within a document, so there is nothing left to save.',
  },
  {
    name: 'openlayers',
    title: 'OpenLayers',
    note: 'Four maps on one view, each with its own source, which loads tiles by fetch.',
  },
  {
    name: 'maplibre-raster',
    title: 'MapLibre, raster',
    note: 'MapLibre fetches images in the page, each map for itself.',
  },
  {
    name: 'maplibre-vector',
    title: 'MapLibre, vector',
    note: 'MapLibre fetches vector tiles in its worker, where no page can see them. An adapter brings them to the page; a service worker needs none.',
  },
];

export const stackNamed = (name: string | null): StackInfo =>
  stacks.find((stack) => stack.name === name) ?? (stacks[0] as StackInfo);
