// Where drawings come from: off the shelf, or painted. Everybody who asks for one that is being painted waits for
// that one; when all of them have gone before it was begun, it is not begun.

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

  /** A PNG, or a vector tile. Whoever aborts waits no longer; the painting ends only with its last waiter. */
  async drawing(order: Order, signal: AbortSignal): Promise<Buffer> {
    const name = nameOf(order);
    const ready = this.#shelf.get(name);
    if (ready) return ready;
    return this.#flights.join(name, () => this.#paint(order, name), { signal }).result;
  }

  /** Paints these before anybody asks, one at a time; what fails will fail again for whoever asks. */
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
