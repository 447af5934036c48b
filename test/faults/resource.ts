// One URL of the chaos server, and one exchange with it: a request, and what its fault answers.

import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Deferred, deferred } from '../support/deferred.ts';
import { byteAt } from './programs.ts';

/** The gates at which a fault waits until the trial opens them. Few wait at `body`, before the first bytes. */
export type Gate = 'headers' | 'body' | 'rest';

/** The moments of a call at which something can happen to the browser, and the gate that opens meanwhile. */
export const moments = {
  'in the middle of its fetch event': undefined,
  'before the headers': 'headers',
  'when the headers are on their way': 'body',
  'after the headers': 'body',
  'when the first bytes are on their way': 'rest',
  'in mid-body': 'rest',
  'after the body, before the last caller reads it': undefined,
} as const satisfies Readonly<Record<string, Gate | undefined>>;
export type Moment = keyof typeof moments;

/** What can happen to a browser in the middle of a call. */
export const acts = [
  'the browser is offline for a while',
  'the tabs are frozen for a while',
  'the tabs are in the back/forward cache for a while',
  'the clock jumps an hour ahead',
  'the clock jumps an hour back',
  'the quota is full',
  'the worker is stopped',
] as const;
export type Act = (typeof acts)[number];

/** A fault of an answer, or of the browser before that gate opens. */
export interface Fault<Wire = never> {
  readonly name: string;
  readonly act?: { readonly act: Act; readonly at: Moment };
  serve(exchange: Exchange<Wire>): unknown;
}

const gates = (): Readonly<Record<Gate, Deferred<void>>> => ({
  headers: deferred(),
  body: deferred(),
  rest: deferred(),
});

const halfSize = 24_000;
const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, at) => byteAt(at)));
const all = bytes(2 * halfSize);

/** More bytes than a browser keeps for a page that does not read them. */
export const longBody: Buffer = bytes(3_000_000);

/** The body in two halves. */
export const body = { all, first: all.subarray(0, halfSize), second: all.subarray(halfSize) } as const;

/** One URL. Each trial has its own. */
export class Resource<Wire = never> {
  readonly fault: Fault<Wire>;
  readonly url: string;
  /** Requests that have arrived. */
  requests = 0;
  /** Resolves with the next request. */
  asked: Deferred<void> = deferred();
  /** Resolves when a fault will send nothing more, although its answer has not ended. */
  parked: Deferred<void> = deferred();
  isParked = false;
  #gates = gates();
  /** Each resolves when an answer waits at its gate and has sent everything before it. */
  #waiting = gates();
  readonly #exchanges: Exchange<Wire>[] = [];

  constructor(fault: Fault<Wire>, url: string) {
    this.fault = fault;
    // A worker is busy with such a request for a while.
    this.url = fault.act?.at === 'in the middle of its fetch event' ? `${url}?spin` : url;
  }

  /** Closes the gates for later requests. */
  close(): void {
    [this.asked, this.parked, this.isParked] = [deferred(), deferred(), false];
    [this.#gates, this.#waiting] = [gates(), gates()];
  }

  open(gate: Gate): void {
    this.#gates[gate].resolve();
  }

  opened(gate: Gate): Promise<void> {
    this.#waiting[gate].resolve();
    return this.#gates[gate].promise;
  }

  /** Resolves when an answer waits at that gate. */
  waitsAt(gate: Gate): Promise<void> {
    return this.#waiting[gate].promise;
  }

  /** Answers a request. */
  answer(wire: Wire & Duplex): void {
    const exchange = new Exchange<Wire>(wire, this, ++this.requests);
    this.#exchanges.push(exchange);
    this.asked.resolve();
    // A fault may write to a client that has gone.
    Promise.resolve(this.fault.serve(exchange)).catch((error) => {
      if (!wire.destroyed) throw error;
    });
  }

  /** Resolves when every client has closed its connection, or has its answer. */
  async over(): Promise<void> {
    for (const { over } of this.#exchanges) await over;
  }
}

export class Exchange<Wire = never> {
  readonly wire: Wire;
  readonly url: string;
  /** Which request of its resource this is, from 1. */
  readonly nth: number;
  /** Resolves when the client has closed its side, or both have. */
  readonly over: Promise<void>;
  readonly #resource: Resource<Wire>;

  constructor(wire: Wire & Duplex, resource: Resource<Wire>, nth: number) {
    this.wire = wire;
    this.#resource = resource;
    this.url = resource.url;
    this.nth = nth;
    this.over = new Promise((resolve) => {
      wire.once('close', resolve);
      // A socket ends when its client has closed its side. A stream of HTTP/2 ends with its request.
      if (wire instanceof Socket) wire.once('end', resolve);
    });
  }

  gate(name: Gate): Promise<void> {
    return this.#resource.opened(name);
  }

  /** Sends nothing more. */
  park(): void {
    this.#resource.isParked = true;
    this.#resource.parked.resolve();
  }
}
