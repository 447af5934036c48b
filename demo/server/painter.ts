// Hands orders to the painter's thread, a few at a time. An order that still waits here can be aborted; tiles go first.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Order } from './orders.ts';
import type { Painter } from './studio.ts';

/** From the painter's thread: a drawing, or why there is none. */
export type Delivery = { readonly id: number } & (
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly error: string }
);

/** The kinds of orders, the most urgent first. */
const urgency = ['tile', 'thumb', 'picture'] as const;

interface Job {
  readonly id: number;
  readonly order: Order;
  readonly deliver: PromiseWithResolvers<Buffer>;
}

export class PainterThread implements Painter {
  readonly #thread = new Worker(new URL('./painter-thread.ts', import.meta.url));
  /** How many drawings may be under way at once. */
  readonly #easels = Math.max(1, Math.min(4, availableParallelism()));
  /** Ordered and not begun, in the order of arrival. */
  readonly #waiting: Job[] = [];
  /** Begun and not delivered, by number; at most as many as there are easels. */
  readonly #begun = new Map<number, Job>();
  #last = 0;
  /** The error that has ended the thread. No further order is delivered. */
  #broken: unknown;

  constructor() {
    this.#thread.on('message', (delivery: Delivery) => this.#deliver(delivery));
    this.#thread.on('error', (error) => {
      this.#broken = error;
      for (const { deliver } of [...this.#begun.values(), ...this.#waiting]) deliver.reject(error);
    });
    this.#thread.unref();
  }

  paint(order: Order): { result: Promise<Buffer>; abort(): void } {
    if (this.#broken) return { result: Promise.reject(this.#broken), abort() {} };
    const job: Job = { id: ++this.#last, order, deliver: Promise.withResolvers() };
    this.#waiting.push(job);
    this.#begin();
    return { result: job.deliver.promise, abort: () => this.#drop(job) };
  }

  #drop(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  #begin(): void {
    while (this.#begun.size < this.#easels) {
      const job = urgency
        .map((kind) => this.#waiting.find(({ order }) => order.kind === kind))
        .find((job) => job !== undefined);
      if (!job) return;
      this.#drop(job);
      this.#begun.set(job.id, job);
      this.#thread.postMessage({ id: job.id, order: job.order });
    }
  }

  #deliver(delivery: Delivery): void {
    const job = this.#begun.get(delivery.id);
    this.#begun.delete(delivery.id);
    if ('bytes' in delivery) job?.deliver.resolve(Buffer.from(delivery.bytes.buffer));
    else job?.deliver.reject(new Error(delivery.error));
    this.#begin();
  }
}
