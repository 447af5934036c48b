// Where drawings come from: off the shelf, or painted. Callers that ask for a drawing while it is painted share it.
// When all of them have left before the painting has begun, it does not begin.

import { Flights } from 'coflight';
import { nameOf, type Order } from './orders.ts';
import { Shelf } from './shelf.ts';

/** Paints one order after another. */
export interface Painter {
  paint(order: Order): { readonly result: Promise<Buffer>; abort(): void };
}

export class Studio {
  readonly #painter: Painter;
  readonly #shelf: Shelf;
  readonly #flights = new Flights<string, Buffer>();
  /** How often each drawing was finished. */
  readonly #drawn = new Map<string, number>();

  constructor(painter: Painter, room: number) {
    this.#painter = painter;
    this.#shelf = new Shelf(room);
  }

  get drawn(): { readonly [name: string]: number } {
    return Object.fromEntries(this.#drawn);
  }

  /** Returns a PNG or a vector tile. A caller may leave; the painting is aborted when the last one has left. */
  async drawing(order: Order, signal: AbortSignal): Promise<Buffer> {
    const name = nameOf(order);
    const ready = this.#shelf.get(name);
    if (ready) return ready;
    return this.#flights.join(name, () => this.#paint(order, name), { signal }).result;
  }

  /** Paints these ahead, one at a time. A drawing that fails here fails again when it is asked for. */
  async paintAhead(orders: readonly Order[]): Promise<void> {
    for (const order of orders) await this.drawing(order, new AbortController().signal).catch(() => {});
  }

  #paint(order: Order, name: string) {
    const { result, abort } = this.#painter.paint(order);
    const keep = (drawing: Buffer) => {
      this.#shelf.put(name, drawing);
      this.#drawn.set(name, (this.#drawn.get(name) ?? 0) + 1);
      return drawing;
    };
    return { result: result.then(keep), abort };
  }
}
