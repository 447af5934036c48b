// Drawings that the painter can make. They are plain records, so that they can be sent to its thread.

/** A tile of a map, as its URL names it: an image in some style, or the shapes themselves. */
export interface TileOrder {
  readonly kind: 'tile';
  /** Of a palette, or `vector`. */
  readonly style: string;
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A picture of the gallery, large or as a thumbnail. */
export interface PictureOrder {
  readonly kind: 'picture' | 'thumb';
  readonly name: string;
}

export type Order = TileOrder | PictureOrder;

/** The same for the same drawing. */
export function nameOf(order: Order): string {
  return order.kind === 'tile'
    ? `${order.style}/${order.zoom}/${order.x}/${order.y}`
    : `${order.kind}/${order.name}`;
}
