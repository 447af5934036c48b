// Leaflet: tiles by fetch, or its own images.

import 'leaflet/dist/leaflet.css';
import { coalesceTiles } from 'coflight/leaflet';
import {
  circleMarker,
  map as createMap,
  type GridLayer,
  geoJSON,
  LayerGroup,
  type LeafletEvent,
  type Map as LeafletMap,
  type TileEvent,
  tileLayer,
} from 'leaflet';
import type { View } from '../../../server/views.ts';
import type { Outcome } from '../flight.ts';
import { linkMaps } from './leaflet-link.ts';
import type { Context, Look, MapHandle, Mount } from './stack.ts';
import { underFinger } from './touch.ts';

const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

const options = {
  attributionControl: false,
  zoomControl: false,
  scrollWheelZoom: false, // it scrolls the page
  dragging: !underFinger, // two fingers zoom and drag all the same
  preferCanvas: true,
  fadeAnimation: false,
  zoomAnimation: !still,
  inertia: !still,
  minZoom: 2,
  maxZoom: 9,
};

const centerOf = ({ center: [longitude, latitude] }: View) => [latitude, longitude] as [number, number];

/** Small tiles are those of a deeper zoom. */
const layerOptions = ({ raster: { size } }: Context) => ({
  tileSize: size,
  zoomOffset: Math.log2(256 / size),
  minZoom: 2,
  maxZoom: 9,
  keepBuffer: 0,
});

function byFetch(context: Context, number: number): GridLayer {
  const layer = tileLayer(context.raster.url, layerOptions(context));
  layer.on('tileerror', ({ coords }) => context.blame(layer.getTileUrl(coords)));
  return coalesceTiles(layer, { fetch: context.fetchFor(number) });
}

function byImage(context: Context, number: number): GridLayer {
  const layer = tileLayer(context.raster.url, layerOptions(context));
  /** When a tile ends, it may have another address. */
  const addresses = new WeakMap<HTMLElement, string>();
  const settle = (outcome: Outcome) => (event: TileEvent) =>
    context.settles(number, addresses.get(event.tile) ?? '', outcome);
  return layer
    .on('tileloadstart', ({ tile }) => {
      const { src } = tile as HTMLImageElement;
      addresses.set(tile, src);
      context.asks(number, src);
    })
    .on('tileload', settle('done'))
    .on('tileerror', settle('failed'))
    .on('tileabort tileunload', settle('aborted') as (event: LeafletEvent) => void);
}

function handleOf(map: LeafletMap, tiles: GridLayer, look: Look): MapHandle {
  const drawn = new LayerGroup().addTo(map);
  const style = { color: look.colour, weight: look.border, opacity: look.opacity, interactive: false };
  return {
    show: (view) => void map.setView(centerOf(view), view.zoom, { animate: false }),
    extent() {
      const bounds = map.getBounds();
      const degrees = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()] as const;
      return { bounds: degrees, zoom: map.getZoom() };
    },
    onRest: (rested) => void map.on('moveend', rested),
    draw(cities, borders) {
      drawn.clearLayers();
      if (borders && look.border) geoJSON(borders, { style }).addTo(drawn);
      for (const { geometry, properties } of cities?.features ?? []) {
        const [longitude = 0, latitude = 0] = geometry.coordinates;
        const radius = look.radius(properties);
        const dot = {
          radius,
          stroke: false,
          fillColor: look.colour,
          fillOpacity: look.opacity,
          interactive: false,
        };
        if (radius) circleMarker([latitude, longitude], dot).addTo(drawn);
      }
    },
    settled: () =>
      new Promise((resolve) => (tiles.isLoading() ? tiles.once('load', () => resolve()) : resolve())),
    // It fires the `moveend` of a resize up to 200 ms later.
    remove: () => void map.remove().off(),
  };
}

const mountWith =
  (layerOf: typeof byFetch): Mount =>
  async (hosts, context) => {
    const maps = hosts.map((host) => createMap(host, options));
    const handles = maps.map((map, number) => {
      const { center, zoom } = { center: centerOf(context.view), zoom: context.view.zoom };
      map.setView(center, zoom);
      return handleOf(map, layerOf(context, number).addTo(map), context.looks[number] as Look);
    });
    linkMaps(maps);
    return handles;
  };

export const mountFetched: Mount = mountWith(byFetch);
export const mountImages: Mount = mountWith(byImage);
