// Pages with four maps of one view, for each map library: real ones, with their tiles through the adapters.

import { readFile } from 'node:fs/promises';
import type { Site } from './site.ts';

declare global {
  /** Shows the view in all four maps, with tiles by that `fetch`; resolves when all have drawn it. */
  var showMaps: (tiles: string, fetch: typeof globalThis.fetch) => Promise<unknown>;
}

/** The paths of the files in the packages that pages import. */
const files: Readonly<Record<string, string>> = {
  '/leaflet.js': 'leaflet/dist/leaflet-src.esm.js',
  '/leaflet-2.js': 'leaflet-2/dist/leaflet-src.js',
  '/ol.js': 'ol/dist/ol.js',
  '/maplibre-gl.mjs': 'maplibre-gl/dist/maplibre-gl.mjs',
  '/maplibre-gl-worker.mjs': 'maplibre-gl/dist/maplibre-gl-worker.mjs',
};

/** The middle of tile 3/4/4: around it a map of 300 pixels shows nine tiles of 256. */
const view = `
  const longitude = 22.5;
  const latitude = (Math.atan(Math.sinh(-Math.PI / 8)) * 180) / Math.PI;
  const containers = [...document.querySelectorAll('div')];
`;

const leaflet = (file: string, make: string) => `
  import * as L from '${file}';
  import { coalesceTiles } from '/coflight/leaflet.js';
  const show = (container, layer) => new Promise((resolve) => {
    const map = new L.Map(container, { fadeAnimation: false }).setView([latitude, longitude], 3);
    layer.on('load', resolve).addTo(map);
  });
  globalThis.showMaps = (tiles, fetch) =>
    Promise.all(containers.map((container) => show(container, coalesceTiles(${make}, { fetch }))));
`;

const openLayers = (layer: string) => `
  import { tileLoadFunction, tileLoader, featureLoader } from '/coflight/openlayers.js';
  const show = (target, layer) => new Promise((resolve) => {
    const center = ol.proj.fromLonLat([longitude, latitude]);
    const map = new ol.Map({ target, layers: [layer], view: new ol.View({ center, zoom: 3 }) });
    map.once('rendercomplete', resolve);
  });
  globalThis.showMaps = (url, fetch) =>
    Promise.all(containers.map((container) => show(container, ${layer})));
`;

const mapLibre = (style: string, center: string, zoom: number) => `
  import * as maplibregl from '/maplibre-gl.mjs';
  import { coalesceRequests } from '/coflight/maplibre.js';
  globalThis.maplibregl = maplibregl;
  globalThis.showMaps = (tiles, fetch) => {
    const transformRequest = fetch ? coalesceRequests(maplibregl, { fetch }) : undefined;
    const show = (container) => new maplibregl.Map({
      container,
      style: ${style},
      center: ${center},
      zoom: ${zoom},
      fadeDuration: 0,
      renderWorldCopies: false,
      transformRequest,
    }).once('idle');
    return Promise.all(containers.map(show));
  };
`;

const vector = `{ version: 8, sources: { s: { type: 'vector', tiles: [tiles], minzoom: 1, maxzoom: 1 } },
  layers: [{ id: 'a', type: 'fill', source: 's', 'source-layer': 'a' }] }`;

const raster = `{ version: 8, sources: { s: { type: 'raster', tiles: [tiles], tileSize: 256 } },
  layers: [{ id: 'a', type: 'raster', source: 's' }] }`;

/** The content of the page of each kind of map. */
const scripts = {
  'Leaflet 1.9': leaflet('/leaflet.js', 'L.tileLayer(tiles)'),
  'Leaflet 2': leaflet('/leaflet-2.js', 'new L.TileLayer(tiles)'),
  'OpenLayers XYZ': openLayers(
    `new ol.layer.Tile({ source: new ol.source.XYZ({ url, tileLoadFunction: tileLoadFunction({ fetch }) }) })`,
  ),
  'OpenLayers ImageTile': openLayers(
    `new ol.layer.Tile({ source: new ol.source.ImageTile({ loader: tileLoader(url, { fetch }) }) })`,
  ),
  'OpenLayers vector': openLayers(`new ol.layer.VectorTile({ source: new ol.source.VectorTile({
    url, tileLoadFunction: tileLoadFunction({ fetch }), format: new ol.format.MVT(), tileSize: 256 }) })`),
  'OpenLayers GeoJSON': openLayers(`new ol.layer.Vector({ source: new ol.source.Vector({
    loader: featureLoader(url, new ol.format.GeoJSON(), { fetch }) }) })`),
  'MapLibre raster': mapLibre(raster, '[longitude, latitude]', 2),
  'MapLibre vector': mapLibre(vector, '[0, 0]', 1),
} as const;

export type Kind = keyof typeof scripts;

const pathOf = (kind: Kind) => `/${kind.toLowerCase().replaceAll(/[ .]/g, '-')}`;

/** Puts the pages of maps into the site, and says where each is. */
export async function putMaps(site: Site): Promise<(kind: Kind) => string> {
  for (const [path, file] of Object.entries(files))
    site.put(path, await readFile(new URL(`../../node_modules/${file}`, import.meta.url), 'utf8'), {
      'content-type': 'text/javascript',
    });
  for (const kind of Object.keys(scripts) as Kind[])
    site.put(
      pathOf(kind),
      `<!doctype html>
      <style>body { margin: 0 } div { width: 300px; height: 300px; float: left }</style>
      <div></div><div></div><div></div><div></div>
      ${kind.startsWith('OpenLayers') ? '<script src="/ol.js"></script>' : ''}
      <script type="module">
        import * as main from '/coflight/index.js';
        import * as preload from '/coflight/preload.js';
        globalThis.coflight = { ...main, ...preload };
        ${view}${scripts[kind]}
      </script>`,
    );
  return (kind) => site.origin + pathOf(kind);
}
