// The block of 256-pixel tiles that a map reaches into, as the server's addresses name it.

import { projected } from '../../../server/projection.ts';

export function blockOf({
  bounds: [west, south, east, north],
  zoom,
}: {
  readonly bounds: readonly [number, number, number, number];
  readonly zoom: number;
}): string {
  const rows = 2 ** zoom;
  const tile = (share: number) => Math.floor(share * rows);
  const row = (share: number) => Math.max(0, Math.min(rows - 1, tile(share)));
  const [left, top] = projected(west, north);
  const [right, bottom] = projected(east, south);
  return `${zoom}/${tile(left)}-${tile(right)}/${row(top)}-${row(bottom)}`;
}
