// Which tiles the static copy has: those of the race's views, and some around them.

import { nameOf, type TileOrder } from '../server/orders.ts';
import { tilesOf, type View, views } from '../server/views.ts';

/** The picture for a tile that was not drawn. */
export const sea = 'sea';

const filesOf = (view: View, rings: number) =>
  tilesOf(view, rings).map((tile) => [fileOf(tile.style, nameOf(tile)), tile] as const);

export function fileOf(style: string, name: string): string {
  return `${name}.${style === 'vector' ? 'pbf' : 'png'}`;
}

/** The files of all tiles that are drawn. */
export const drawnTiles: ReadonlyMap<string, TileOrder> = new Map(views.flatMap((view) => filesOf(view, 1)));

/** The files of those that the race asks for. */
export const racedFiles: readonly string[] = views.flatMap((view) => filesOf(view, 0)).map(([file]) => file);
