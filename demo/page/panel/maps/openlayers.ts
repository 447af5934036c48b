// OpenLayers: four maps on one view, each with sources of its own.

import 'ol/ol.css';
import { tileLoadFunction } from 'coflight/openlayers';
import { asArray } from 'ol/color.js';
import type { FeatureLike } from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import DragPan from 'ol/interaction/DragPan.js';
import { defaults } from 'ol/interaction/defaults.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { fromLonLat, transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import XYZ from 'ol/source/XYZ.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import OlView from 'ol/View.js';
import type { Properties } from '../../../server/places-within.ts';
import type { Context, Look, MapHandle, Mount } from './stack.ts';
import { underFinger } from './touch.ts';

const format = new GeoJSON({ featureProjection: 'EPSG:3857' });

function sourceOf({ raster, fetchFor }: Context, number: number): XYZ {
  return new XYZ({
    url: raster.url,
    tileSize: raster.size,
    tilePixelRatio: 256 / raster.size,
    transition: 0,
    maxZoom: 10,
    tileLoadFunction: tileLoadFunction({ fetch: fetchFor(number) }),
  });
}

function styleOf(look: Look) {
  const [red = 0, green = 0, blue = 0] = asArray(look.colour);
  const colour = [red, green, blue, look.opacity];
  const line = new Style({ stroke: new Stroke({ color: colour, width: look.border }) });
  return (feature: FeatureLike) => {
    if (feature.getGeometry()?.getType() !== 'Point') return line;
    const radius = look.radius(feature.getProperties() as unknown as Properties);
    return radius
      ? new Style({ image: new Circle({ radius, fill: new Fill({ color: colour }) }) })
      : undefined;
  };
}

function handleOf(map: OlMap, view: OlView, json: VectorSource, look: Look): MapHandle {
  return {
    show({ center, zoom }) {
      view.setCenter(fromLonLat([...center]));
      view.setZoom(zoom);
    },
    extent() {
      const bounds = transformExtent(view.calculateExtent(map.getSize()), 'EPSG:3857', 'EPSG:4326');
      return { bounds: bounds as [number, number, number, number], zoom: Math.round(view.getZoom() ?? 0) };
    },
    onRest: (rested) => void map.on('moveend', rested),
    draw(cities, borders) {
      json.clear(true);
      if (borders && look.border) json.addFeatures(format.readFeatures(borders));
      if (cities) json.addFeatures(format.readFeatures(cities));
    },
    settled: () =>
      new Promise((resolve) => {
        map.once('rendercomplete', () => resolve());
        map.render();
      }),
    remove: () => map.dispose(),
  };
}

/** A wheel scrolls the page, and so does one finger. A map that can be focused would not be dragged before it is. */
function interactions() {
  const all = defaults({ onFocusOnly: false, mouseWheelZoom: false, dragPan: !underFinger });
  if (!underFinger) return all;
  const byTwo: DragPan = new DragPan({ condition: () => byTwo.getPointerCount() === 2 });
  all.push(byTwo);
  return all;
}

export const mount: Mount = async (hosts, context) => {
  const { center, zoom } = context.view;
  const view = new OlView({
    center: fromLonLat([...center]),
    zoom,
    minZoom: 2,
    maxZoom: 9,
    constrainResolution: true,
  });
  return hosts.map((target, number) => {
    const look = context.looks[number] as Look;
    const json = new VectorSource();
    const layers = [
      new TileLayer({ source: sourceOf(context, number) }),
      new VectorLayer({ source: json, style: styleOf(look) }),
    ];
    target.tabIndex = 0;
    const map = new OlMap({ target, view, layers, controls: [], interactions: interactions() });
    if (underFinger) (map.getViewport() as HTMLElement).style.touchAction = 'pan-x pan-y';
    return handleOf(map, view, json, look);
  });
};
