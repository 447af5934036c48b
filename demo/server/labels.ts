// Where names stand. Decided once for the whole world at a zoom, so that a name cut by a tile's edge meets its other half.

import type { MultiPolygon, Polygon } from 'geojson';
import type { Atlas } from './atlas.ts';
import { type Frame, projected, worldOf } from './projection.ts';
import { seas } from './seas.ts';

/** A name on the map; positions in pixels of the whole world at its zoom. */
export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly spacing: number;
  readonly width: number;
  readonly sea: boolean;
}

/** A name and the middle of what it names; positions and sizes as shares of the world's width. */
interface Anchor {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly area: number;
  readonly sea: boolean;
}

type Ring = readonly (readonly [x: number, y: number])[];

function areaOf(ring: Ring): number {
  let area = 0;
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as [number, number];
    area += x * nextY - nextX * y;
  });
  return Math.abs(area) / 2;
}

/** Where a horizontal line crosses the ring, from west to east. */
function crossings(ring: Ring, y: number): number[] {
  const found: number[] = [];
  ring.forEach(([x, top], index) => {
    const [nextX, bottom] = ring[(index + 1) % ring.length] as [number, number];
    if (top > y !== bottom > y) found.push(x + ((y - top) / (bottom - top)) * (nextX - x));
  });
  return found.sort((a, b) => a - b);
}

/** The middle of the widest stretch that is neither near the north end of the ring nor near its south end. */
function middleOf(ring: Ring): { x: number; y: number; width: number } {
  const ys = ring.map(([, y]) => y);
  const north = Math.min(...ys);
  const height = Math.max(...ys) - north;
  let best = { x: 0, y: 0, width: 0, worth: -1 };
  for (let step = 5; step <= 15; step++) {
    const y = north + (height * step) / 20;
    const edges = crossings(ring, y);
    for (let at = 0; at + 1 < edges.length; at += 2) {
      const [west, east] = [edges[at] as number, edges[at + 1] as number];
      const worth = (east - west) * (1 - Math.abs(step - 10) / 25);
      if (worth > best.worth) best = { x: (west + east) / 2, y, width: east - west, worth };
    }
  }
  return best;
}

function anchorOf(shape: Polygon | MultiPolygon, text: string): Anchor {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  const rings = polygons.map(([outer]) =>
    (outer ?? []).map(([longitude = 0, latitude = 0]) => projected(longitude, latitude)),
  );
  const [ring = []] = rings.sort((a, b) => areaOf(b) - areaOf(a));
  return { text, area: areaOf(ring), sea: false, ...middleOf(ring) };
}

function seaAnchors(): Anchor[] {
  return seas.map(([text, longitude, latitude, width]) => {
    const [x, y] = projected(longitude, latitude);
    return { text, x, y, width, area: width * width * 0.4, sea: true };
  });
}

/** Lettering in pixels at that zoom; undefined where the country or sea is too small for its name, or far too large. */
function lettered({ text, x, y, width, area, sea }: Anchor, zoom: number): Label | undefined {
  const world = worldOf(zoom);
  const side = Math.sqrt(area) * world;
  const size = Math.round(Math.max(10, Math.min(sea ? 15 : 17, 8 + side / 45)) * 2) / 2;
  const spacing = sea ? 1.5 : side > 160 ? 2 : 0.4;
  const long = text.length * (size * 0.54 + spacing);
  if (long > Math.max(width * 1.15, Math.sqrt(area)) * world) return undefined;
  return { text, x: x * world, y: y * world, size, spacing, width: long, sea };
}

function collides(a: Label, b: Label): boolean {
  return (
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 + 6 && Math.abs(a.y - b.y) < (a.size + b.size) * 0.6 + 2
  );
}

/** The names of the world, by zoom. */
export class Labels {
  /** The largest first. */
  readonly #anchors: readonly Anchor[];
  readonly #placed = new Map<number, readonly Label[]>();

  constructor(atlas: Atlas) {
    const countries = atlas.countries.features.map(({ geometry, properties }) =>
      anchorOf(geometry, properties.name),
    );
    this.#anchors = [...countries, ...seaAnchors()].sort((a, b) => b.area - a.area);
  }

  /** Those that reach into the frame. */
  within({ zoom, left, top, width, height }: Frame): Label[] {
    return this.#at(zoom).filter(
      (label) =>
        Math.abs(label.x - left - width / 2) < (width + label.width) / 2 + 8 &&
        Math.abs(label.y - top - height / 2) < height / 2 + label.size * 2,
    );
  }

  #at(zoom: number): readonly Label[] {
    const ready = this.#placed.get(zoom);
    if (ready) return ready;
    const placed: Label[] = [];
    for (const anchor of this.#anchors) {
      const label = lettered(anchor, zoom);
      if (label && !placed.some((other) => collides(label, other))) placed.push(label);
    }
    this.#placed.set(zoom, placed);
    return placed;
  }
}
