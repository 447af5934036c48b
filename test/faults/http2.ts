// Faults of HTTP/2.

import { constants, type ServerHttp2Stream } from 'node:http2';
import { body, type Exchange, type Fault } from './resource.ts';

type On = Exchange<ServerHttp2Stream>;
type End = (exchange: On) => unknown;
type Serve = Fault<ServerHttp2Stream>['serve'];

const headers = {
  ':status': 200,
  'content-type': 'text/plain',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
} as const;

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_REFUSED_STREAM, NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = constants;
const { NGHTTP2_ENHANCE_YOUR_CALM } = constants;

const finish: End = ({ wire }) => wire.end(body.second);
const silence: End = (exchange) => exchange.park();
const rst =
  (code: number): End =>
  ({ wire }) =>
    wire.close(code);
/** Ends the connection, with all its streams. */
const destroy: End = ({ wire }) => wire.session?.destroy();

const before =
  (end: End): Serve =>
  async (exchange) => {
    await exchange.gate('headers');
    await end(exchange);
  };

const midway =
  (end: End, more: Record<string, string> = {}): Serve =>
  async (exchange) => {
    await exchange.gate('headers');
    if (exchange.wire.destroyed) return;
    exchange.wire.respond({ ...headers, ...more });
    exchange.wire.write(body.first);
    await exchange.gate('rest');
    if (!exchange.wire.destroyed) await end(exchange);
  };

/** Fails the first request in this way, and answers later ones. */
const atFirst =
  (end: End): Serve =>
  (exchange) =>
    (exchange.nth === 1 ? before(end) : midway(finish))(exchange);

const goAway =
  (code: number, end: End): End =>
  async (exchange) => {
    const { session, id } = exchange.wire;
    session?.goaway(code, id);
    await end(exchange);
  };

const serving: { readonly [name: string]: Serve } = {
  'no fault': midway(finish),
  'no fault, with trailers': async (exchange) => {
    await exchange.gate('headers');
    exchange.wire.respond(headers, { waitForTrailers: true });
    exchange.wire.on('wantTrailers', () => exchange.wire.sendTrailers({ 'x-sum': '1' }));
    exchange.wire.write(body.first);
    await exchange.gate('rest');
    exchange.wire.end(body.second);
  },
  'RST_STREAM before the headers': before(rst(NGHTTP2_INTERNAL_ERROR)),
  'RST_STREAM (cancel) before the headers': before(rst(NGHTTP2_CANCEL)),
  'RST_STREAM (refused), and then an answer': atFirst(rst(NGHTTP2_REFUSED_STREAM)),
  'RST_STREAM in mid-body': midway(rst(NGHTTP2_INTERNAL_ERROR)),
  'RST_STREAM (cancel) in mid-body': midway(rst(NGHTTP2_CANCEL)),
  'RST_STREAM (no error) in mid-body': midway(rst(NGHTTP2_NO_ERROR)),
  'GOAWAY before the headers, and then the answer': async (exchange) => {
    await exchange.gate('headers');
    exchange.wire.session?.goaway(NGHTTP2_NO_ERROR, exchange.wire.id);
    await midway(finish)(exchange);
  },
  'GOAWAY in mid-body, and then the rest': midway(goAway(NGHTTP2_NO_ERROR, finish)),
  'GOAWAY and the end of the connection in mid-body': midway(goAway(NGHTTP2_ENHANCE_YOUR_CALM, destroy)),
  'the end of the connection before the headers': before(destroy),
  'the end of the connection in mid-body': midway(destroy),
  'silence before the headers': before(silence),
  'silence in mid-body': midway(silence),
  'a body shorter than its length': midway(({ wire }) => wire.end(), {
    'content-length': String(body.all.length),
  }),
  'a header of 400 KB': before(({ wire }) => {
    wire.respond({ ...headers, 'x-huge': 'h'.repeat(400_000) });
    wire.end(body.all);
  }),
  '103 Early Hints': async (exchange) => {
    exchange.wire.additionalHeaders({ ':status': 103, link: '</style.css>; rel=preload; as=style' });
    await midway(finish)(exchange);
  },
};

export const faults: readonly Fault<ServerHttp2Stream>[] = Object.entries(serving).map(([name, serve]) => ({
  name: `HTTP/2: ${name}`,
  serve,
}));
