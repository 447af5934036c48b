// MapLibre: raster tiles, which it fetches in the page, or vector tiles, which it fetches in its worker.

import 'maplibre-gl/dist/maplibre-gl.css';
import { coalesceRequests } from 'coflight/maplibre';
import type { GeoJSONSource, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import * as maplibregl from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { settleTiles } from './maplibre-tiles.ts';
import { type Context, empty, type Look, type MapHandle, type Mount } from './stack.ts';
import { underFinger } from './touch.ts';
import { vectorLayers } from './vector-style.ts';

maplibregl.setWorkerUrl(workerUrl);
// In Safari it starts two or three at once. WebKit lets a service worker serve only the first of those.
maplibregl.setWorkerCount(1);
// All maps of a page share this limit: with 16, the third would not ask before the first has its tiles.
maplibregl.setMaxParallelImageRequests(64);

/** MapLibre's world has 512 pixels at zoom 0. */
const zoomOf = (zoom: number) => zoom - 1;

const jsonLayers = (look: Look): LayerSpecification[] => [
  {
    id: 'borders',
    type: 'line',
    source: 'borders',
    paint: {
      'line-color': look.colour,
      'line-width': look.border,
      'line-opacity': look.border ? look.opacity : 0,
    },
  },
  {
    id: 'cities',
    type: 'circle',
    source: 'cities',
    paint: {
      'circle-color': look.colour,
      'circle-opacity': look.opacity,
      'circle-radius': ['get', 'radius'],
    },
  },
];

function createMap(container: HTMLElement, context: Context, look: Look, number: number, vector: boolean) {
  const tiles: SourceSpecification = vector
    ? { type: 'vector', tiles: [context.vector], minzoom: 1, maxzoom: 9 }
    : { type: 'raster', tiles: [context.raster.url], tileSize: context.raster.size, minzoom: 1, maxzoom: 10 };
  const { shared } = context;
  const transformRequest = (url: string, type?: string) => {
    if (type === 'Tile') context.asks(number, url);
    return { url };
  };
  const map = new maplibregl.Map({
    container,
    center: [...context.view.center],
    zoom: zoomOf(context.view.zoom),
    minZoom: 1,
    maxZoom: 8,
    fadeDuration: 0,
    attributionControl: false,
    scrollZoom: false, // a wheel scrolls the page
    cooperativeGestures: underFinger,
    // The canvas is a landmark, and four of them need four names.
    locale: { 'Map.Title': `Map ${number + 1}: ${look.name}` },
    dragRotate: false,
    pitchWithRotate: false,
    transformRequest: shared
      ? coalesceRequests(maplibregl, { fetch: shared, transformRequest })
      : transformRequest,
    style: {
      version: 8,
      sources: {
        tiles,
        borders: { type: 'geojson', data: empty },
        cities: { type: 'geojson', data: empty },
      },
      layers: [
        ...(vector
          ? vectorLayers(context.dark)
          : [{ id: 'tiles', type: 'raster', source: 'tiles' } as const]),
        ...jsonLayers(look),
      ],
    },
  });
  settleTiles(map, context, { number, template: vector ? context.vector : context.raster.url });
  return map;
}

function handleOf(map: maplibregl.Map, moves: EventTarget, look: Look): MapHandle {
  const data = (id: string) => map.getSource(id) as GeoJSONSource;
  return {
    show: ({ center, zoom }) => void map.jumpTo({ center: [...center], zoom: zoomOf(zoom) }),
    extent() {
      const bounds = map.getBounds();
      const degrees = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()] as const;
      return { bounds: degrees, zoom: Math.round(map.getZoom()) + 1 };
    },
    onRest: (rested) => moves.addEventListener('rest', rested),
    draw(cities = empty, borders) {
      const features = cities.features.map((feature) => ({
        ...feature,
        properties: { radius: look.radius(feature.properties) },
      }));
      data('cities').setData({ ...cities, features: features.filter(({ properties }) => properties.radius) });
      if (borders && look.border) data('borders').setData(borders);
    },
    settled: () =>
      new Promise((resolve) => {
        map.once('idle', () => resolve());
        map.triggerRepaint();
      }),
    remove: () => map.remove(),
  };
}

/** The map that is moved leads. The others jump after it at each step; all are at `rest` when it is. */
function linkMaps(maps: readonly maplibregl.Map[]): EventTarget {
  const moves = new EventTarget();
  let leading = false;
  for (const leader of maps) {
    leader.on('moveend', () => {
      if (!leading) moves.dispatchEvent(new Event('rest'));
    });
    leader.on('move', () => {
      if (leading) return;
      leading = true;
      const view = { center: leader.getCenter(), zoom: leader.getZoom() };
      for (const map of maps) if (map !== leader) map.jumpTo(view);
      leading = false;
    });
  }
  return moves;
}

const mountWith =
  (vector: boolean): Mount =>
  async (hosts, context) => {
    const looks = context.looks as Look[];
    const maps = hosts.map((host, number) => createMap(host, context, looks[number] as Look, number, vector));
    await Promise.all(maps.map((map) => map.once('style.load')));
    const moves = linkMaps(maps);
    return maps.map((map, number) => handleOf(map, moves, looks[number] as Look));
  };

export const mountRaster: Mount = mountWith(false);
export const mountVector: Mount = mountWith(true);
