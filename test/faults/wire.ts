// The parts of faults of HTTP/1.1: bytes as they are sent.

import type { Socket } from 'node:net';
import { body, type Exchange, type Fault } from './resource.ts';

type On = Exchange<Socket>;
/** The end of an answer. */
export type End = (exchange: On) => unknown;
export type Serve = Fault<Socket>['serve'];

const usual = ['content-type: text/plain', 'cache-control: no-store', 'connection: close'];

export const head = (lines: readonly string[], status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${[...usual, ...lines].join('\r\n')}\r\n\r\n`;

export const length = (bytes: number): string[] => [`content-length: ${bytes}`];
export const whole = length(body.all.length);
export const chunked = ['transfer-encoding: chunked'];
export const chunk = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

export const finish: End = ({ wire }) => wire.end();
export const reset: End = ({ wire }) => wire.resetAndDestroy();
export const silence: End = (exchange) => exchange.park();
export const finishWith =
  (bytes: string | Uint8Array): End =>
  ({ wire }) =>
    wire.end(bytes);

/** Sends only this text, and ends before the headers. */
export const before =
  (end: End): Serve =>
  async (exchange) => {
    await exchange.gate('headers');
    await end(exchange);
  };

export interface Begin {
  readonly first?: Uint8Array;
  readonly status?: string;
}

/** Sends the headers and half of the body, and then this end. */
export const midway =
  (lines: readonly string[], end: End, { first = body.first, status = '200 OK' }: Begin = {}): Serve =>
  async (exchange) => {
    await exchange.gate('headers');
    exchange.wire.write(Buffer.concat([Buffer.from(head(lines, status)), first]));
    await exchange.gate('rest');
    await end(exchange);
  };

/** Sends the headers, and after another gate half of the body, and then the rest of it. */
export const inSteps =
  (bytes: Uint8Array): Serve =>
  async (exchange) => {
    const half = bytes.length >> 1;
    await exchange.gate('headers');
    exchange.wire.write(head(length(bytes.length)));
    await exchange.gate('body');
    exchange.wire.write(bytes.subarray(0, half));
    await exchange.gate('rest');
    exchange.wire.end(bytes.subarray(half));
  };
