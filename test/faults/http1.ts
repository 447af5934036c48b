// Faults of HTTP/1.1, written to the socket byte by byte.

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { body, type Fault } from './resource.ts';
import {
  type Begin,
  before,
  chunk,
  chunked,
  type End,
  finish,
  finishWith,
  head,
  length,
  midway,
  reset,
  type Serve,
  silence,
  whole,
} from './wire.ts';

const drip: End = async ({ wire }) => {
  for (let at = 0; at < 20 && !wire.destroyed; at++) {
    wire.write(body.second.subarray(at, at + 1));
    await sleep(5);
  }
  wire.end(body.second.subarray(20));
};

const zipped = gzipSync(body.all);
const gzip = ['content-encoding: gzip'];
/** Half of it, so that the browser has something to decode. */
const zippedHalf = zipped.subarray(0, zipped.length >> 1);
const broken = Buffer.alloc(zipped.length - zippedHalf.length, 0xff);

/** A whole body under these headers. Its rest waits, so that an abort in mid-body never comes too late. */
const answer = (lines: readonly string[], begin?: Begin): Serve =>
  midway(lines, finishWith(body.second), begin);
const redirect = (location: string): Serve =>
  before((exchange) =>
    exchange.wire.end(
      head([`location: ${location.replace('SELF', exchange.url)}`, ...length(0)], '302 Found'),
    ),
  );

const many = Array.from({ length: 1500 }, (_, at) => `x-many-${at}: ${at}`);

const serving: { readonly [name: string]: Serve } = {
  'no fault': midway(whole, finishWith(body.second)),
  'no fault, chunked': midway(
    chunked,
    finishWith(Buffer.concat([chunk(body.second), Buffer.from('0\r\n\r\n')])),
    { first: chunk(body.first) },
  ),
  'no fault, without a length': midway([], finishWith(body.second)),
  'a reset before the headers': before(reset),
  'a close before the headers': before(finish),
  'a half-open socket before the headers': before((exchange) => {
    exchange.wire.end();
    exchange.wire.pause();
  }),
  'silence before the headers': before(silence),
  'headers that break off': before(finishWith('HTTP/1.1 200 OK\r\ncontent-ty')),
  'headers that break off by a reset': before(({ wire }) => {
    wire.write('HTTP/1.1 200 OK\r\ncontent-ty', () => wire.resetAndDestroy());
  }),
  'no HTTP at all': before(finishWith('\x16\x03\x01 this is another protocol\r\n\r\n')),
  'a header without a colon': answer(['no colon', ...whole]),
  'a header of 400 KB': answer([`x-huge: ${'h'.repeat(400_000)}`, ...whole]),
  '1,500 headers': answer([...many, ...whole]),
  'a reset in mid-body': midway(whole, reset),
  'a reset in mid-body, chunked': midway(chunked, reset, { first: chunk(body.first) }),
  'a body shorter than its length': midway(whole, finish),
  'a chunked body without its end': midway(chunked, finish, { first: chunk(body.first) }),
  'a half-open socket in mid-body': midway(whole, (exchange) => {
    exchange.wire.end();
    exchange.wire.pause();
  }),
  'silence in mid-body': midway(whole, silence),
  'a body longer than its length': midway(length(30_000), finishWith(body.second)),
  'two different lengths': answer([...whole, ...length(10)]),
  'a negative length': answer(length(-1)),
  'a length that is no number': answer(['content-length: long']),
  'a chunk whose size is no number': midway(chunked, finishWith('zz\r\nhello\r\n0\r\n\r\n'), {
    first: chunk(body.first),
  }),
  'a chunk longer than its size': midway(chunked, finishWith('5\r\nhello world\r\n0\r\n\r\n'), {
    first: chunk(body.first),
  }),
  gzip: midway(gzip, finishWith(zipped.subarray(zippedHalf.length)), { first: zippedHalf }),
  'gzip that is broken in mid-body': midway(gzip, finishWith(broken), { first: zippedHalf }),
  'gzip that breaks off': midway([...gzip, ...length(zipped.length)], finish, { first: zippedHalf }),
  'gzip without its end, and without a length': midway(gzip, finish, { first: zippedHalf }),
  'gzip that is none': midway(gzip, finishWith(body.second)),
  'an unknown encoding': midway(['content-encoding: none-such', ...whole], finishWith(body.second)),
  'a slow drip': midway(whole, drip),
  'a redirect to itself, without end': redirect('SELF'),
  'a redirect to nowhere': redirect('http://127.0.0.1:1/nowhere'),
  'a redirect to another scheme': redirect('ftp://127.0.0.1/file'),
  'a redirect without a location': before(({ wire }) => wire.end(head(length(0), '302 Found'))),
  'a redirect, and then a reset': async (exchange) => {
    if (exchange.nth % 2) return redirect('SELF')(exchange);
    return midway(whole, reset)(exchange);
  },
  '103 Early Hints': async (exchange) => {
    exchange.wire.write('HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload; as=style\r\n\r\n');
    await midway(whole, finishWith(body.second))(exchange);
  },
  '103 Early Hints, and then a reset': async (exchange) => {
    exchange.wire.write('HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload; as=style\r\n\r\n');
    await before(reset)(exchange);
  },
  '100 Continue that nobody expects': async (exchange) => {
    exchange.wire.write('HTTP/1.1 100 Continue\r\n\r\n');
    await midway(whole, finishWith(body.second))(exchange);
  },
  '101 Switching Protocols that nobody asked for': before(
    finishWith('HTTP/1.1 101 Switching Protocols\r\nupgrade: none\r\nconnection: upgrade\r\n\r\n'),
  ),
  '500, then 200': (exchange) => {
    const status = exchange.nth > 1 ? '200 OK' : '500 Internal Server Error';
    return midway(whole, finishWith(body.second), { status })(exchange);
  },
  '503 whose body breaks off': midway(whole, finish, { status: '503 Service Unavailable' }),
  '429 with Retry-After': answer(['retry-after: 1', ...whole], { status: '429 Too Many Requests' }),
  '204 with a body': before(finishWith(`${head(whole, '204 No Content')}nothing`)),
  '304 that nobody asked for': before(finishWith(head([], '304 Not Modified'))),
  'an empty body': before(finishWith(head(length(0)))),
};

export const faults: readonly Fault<Socket>[] = Object.entries(serving).map(([name, serve]) => ({
  name,
  serve,
}));
