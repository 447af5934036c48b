// Every town of a thousand people and more as a light, as large as the town.

import { places } from './places.ts';
import { placesWithin } from './places-within.ts';
import { boundsOf, type Frame, projected, worldOf } from './projection.ts';

/** People from whom on a town's light glows. */
const glowing = 20_000;

/** SVG to lay over a drawing of the same frame. */
export function lightsOf(frame: Frame): string {
  const world = worldOf(frame.zoom);
  // Lights shrink by less than half for each zoom level, because smaller ones could not be seen.
  const size = 1.45 * 1.28 ** (frame.zoom - 7);
  const glow: string[] = [];
  const points: string[] = [];
  for (const { longitude, latitude, population } of placesWithin(
    places,
    boundsOf(frame),
    Number.POSITIVE_INFINITY,
  )) {
    const [x, y] = projected(longitude, latitude);
    const at = `cx="${(x * world - frame.left).toFixed(1)}" cy="${(y * world - frame.top).toFixed(1)}"`;
    const radius = size * Math.max(0.7, Math.min(7, population ** 0.42 / 95));
    points.push(`<circle ${at} r="${radius.toFixed(2)}"/>`);
    if (population > glowing) glow.push(`<circle ${at} r="${(radius * 5).toFixed(1)}"/>`);
  }
  return [
    '<radialGradient id="glow"><stop stop-color="#ffc56b" stop-opacity=".7"/><stop offset=".35" stop-color="#ff9f45" stop-opacity=".28"/><stop offset="1" stop-color="#ff8a3c" stop-opacity="0"/></radialGradient>',
    `<g fill="url(#glow)">${glow.join('')}</g>`,
    `<g fill="#ffe0a6" fill-opacity=".85">${points.join('')}</g>`,
  ].join('');
}
