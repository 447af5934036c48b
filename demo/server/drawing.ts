// Draws any window of the world as SVG: a tile is a window of 256 by 256, a gallery picture a large one.

import type { RawFeature, RawTile } from 'geojson-vt';
import { type Atlas, type Country, extent } from './atlas.ts';
import type { Label } from './labels.ts';
import type { Palette } from './palette.ts';
import { type Frame, projected, tileSize, worldOf } from './projection.ts';

interface Part {
  readonly tile: Record<'land' | 'coasts' | 'borders', RawTile | null>;
  /** Where the tile's corner is inside the frame. */
  readonly left: number;
  readonly top: number;
}

/** The tiles that a frame shows; west and east of the date line the world goes on. */
function partsOf(atlas: Atlas, { zoom, left, top, width, height }: Frame): Part[] {
  const across = 2 ** zoom;
  const parts: Part[] = [];
  for (let y = Math.floor(top / tileSize); y * tileSize < top + height; y++)
    for (let x = Math.floor(left / tileSize); x * tileSize < left + width; x++)
      if (y >= 0 && y < across)
        parts.push({
          tile: atlas.tile(zoom, ((x % across) + across) % across, y),
          left: x * tileSize - left,
          top: y * tileSize - top,
        });
  return parts;
}

const round = (value: number) => Math.round(value * 10) / 10;

function pathOf(shape: RawFeature, { left, top }: Part): string {
  if (shape.type !== 2 && shape.type !== 3) return '';
  const close = shape.type === 3 ? 'Z' : '';
  let path = '';
  for (const line of shape.geometry) {
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    for (let at = 0; at < line.length; at += 2) {
      const x = round(left + ((line[at] as number) * tileSize) / extent);
      const y = round(top + ((line[at + 1] as number) * tileSize) / extent);
      if (x === lastX && y === lastY) continue;
      path += `${at === 0 ? 'M' : ' '}${x} ${y}`;
      [lastX, lastY] = [x, y];
    }
    path += close;
  }
  return path;
}

function pathOfLayer(parts: readonly Part[], layer: 'coasts' | 'borders'): string {
  return parts
    .map((part) => part.tile[layer]?.features.map((shape) => pathOf(shape, part)).join('') ?? '')
    .join('');
}

/** One path a tint. */
function landOf(parts: readonly Part[], { land }: Palette): string {
  const paths = land.map(() => '');
  for (const part of parts)
    for (const shape of part.tile.land?.features ?? []) {
      const { tint } = shape.tags as unknown as Country;
      paths[tint] += pathOf(shape, part);
    }
  // The stroke closes the hairline that smoothing leaves between two countries.
  return paths
    .map((d, tint) => d && `<path d="${d}" fill="${land[tint]}" stroke="${land[tint]}" stroke-width=".7"/>`)
    .join('');
}

const steps = [30, 30, 30, 15, 10, 5, 5, 2, 1, 1];

/** Parallels and meridians are straight lines on this projection. */
function graticuleOf({ zoom, left, top, width, height }: Frame): string {
  const world = worldOf(zoom);
  const step = steps[zoom] ?? 1;
  let path = '';
  for (let degree = -540; degree <= 540; degree += step) {
    const x = round((degree / 360 + 0.5) * world - left);
    if (x >= 0 && x <= width) path += `M${x} 0V${height}`;
    if (Math.abs(degree) > 84) continue;
    const y = round(projected(0, degree)[1] * world - top);
    if (y >= 0 && y <= height) path += `M0 ${y}H${width}`;
  }
  return path;
}

const escapes: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text that is safe inside SVG. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
}

function lettering({ left, top }: Frame, labels: readonly Label[], palette: Palette): string {
  return labels
    .map(({ text, x, y, size, spacing, sea }) => {
      const style = sea
        ? `fill="${palette.sea}" font-style="italic"`
        : `fill="${palette.label}" stroke="${palette.halo}"`;
      return `<text x="${round(x - left + spacing / 2)}" y="${round(y - top + size * 0.35)}" font-size="${size}" letter-spacing="${spacing}" ${style}>${escaped(text)}</text>`;
    })
    .join('');
}

/** The SVG of a window of the world, `scale` times as large as the window; `over` is drawn on top of the land. */
export function drawn(
  atlas: Atlas,
  frame: Frame,
  palette: Palette,
  labels: readonly Label[],
  scale = 1,
  over = '',
): string {
  const parts = partsOf(atlas, frame);
  const { width, height } = frame;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${palette.water}"/>`,
    '<g stroke-linejoin="round" fill="none">',
    `<defs><path id="coast" d="${pathOfLayer(parts, 'coasts')}"/></defs>`,
    ...palette.shallows.map(
      ([size, colour]) => `<use href="#coast" stroke="${colour}" stroke-width="${size}"/>`,
    ),
    `<path d="${graticuleOf(frame)}" stroke="${palette.graticule}" stroke-width=".6"/>`,
    landOf(parts, palette),
    `<path d="${pathOfLayer(parts, 'borders')}" stroke="${palette.border}" stroke-width=".8"/>`,
    `<use href="#coast" stroke="${palette.coast}" stroke-width=".9"/>`,
    `</g>${over}`,
    '<g font-family="Barlow" font-weight="500" text-anchor="middle" stroke-width="2.6" stroke-linejoin="round" paint-order="stroke">',
    lettering(frame, labels, palette),
    '</g></svg>',
  ].join('');
}
