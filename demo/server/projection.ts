// Web Mercator: from degrees to the pixels of a world that is 256 · 2^zoom wide, and back.

/** The side of a tile, in pixels. */
export const tileSize = 256;

/** The deepest zoom with anything new to see. */
export const maxZoom = 9;

/** A window of the world, in pixels of the world at its zoom. */
export interface Frame {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Degrees; beyond 180 where the date line is in between. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Columns and rows of tiles, the last ones included. */
export interface Block {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The world's width in pixels. */
export function worldOf(zoom: number): number {
  return tileSize * 2 ** zoom;
}

/** A position as a share of the world's width and height, both from the north-west corner. */
export function projected(longitude: number, latitude: number): [x: number, y: number] {
  const bounded = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return [longitude / 360 + 0.5, 0.5 - Math.asinh(Math.tan(bounded)) / (2 * Math.PI)];
}

/** The window of so many pixels around a position. */
export function frameAround(
  longitude: number,
  latitude: number,
  zoom: number,
  width: number,
  height: number,
): Frame {
  const [x, y] = projected(longitude, latitude);
  return { zoom, left: x * worldOf(zoom) - width / 2, top: y * worldOf(zoom) - height / 2, width, height };
}

/** The window that is exactly a block of tiles. */
export function frameOfTiles(zoom: number, { left, right, top, bottom }: Block): Frame {
  const [width, height] = [(right - left + 1) * tileSize, (bottom - top + 1) * tileSize];
  return { zoom, left: left * tileSize, top: top * tileSize, width, height };
}

/** The degrees at a window's edges. */
export function boundsOf({ zoom, left, top, width, height }: Frame): Bounds {
  const longitude = (x: number) => (x / worldOf(zoom) - 0.5) * 360;
  const latitude = (y: number) =>
    (Math.atan(Math.sinh((0.5 - y / worldOf(zoom)) * 2 * Math.PI)) * 180) / Math.PI;
  return {
    west: longitude(left),
    east: longitude(left + width),
    north: latitude(top),
    south: latitude(top + height),
  };
}
