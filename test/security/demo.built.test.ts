// The demo's server, over raw connections: no path leads out of its files, nothing ends it, and nothing gets into its
// headers.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { App } from '../../demo/server/app.ts';
import { Studio } from '../../demo/server/studio.ts';
import { fuzz } from './fuzz.ts';

/** Answers all drawings at once, with the order as its bytes. */
const painter = {
  paint: (order: object) => ({ result: Promise.resolve(Buffer.from(JSON.stringify(order))), abort() {} }),
};

let app: App;
let port: number;
const server = createServer((req, res) => app.handlerOf('front', 'plain')(req, res));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());
beforeEach(() => {
  const origins = { front: `http://127.0.0.1:${port}`, off: '', page: '', worker: '' };
  const site = { plain: origins, secure: origins, ownCertificate: true, gallery: [] };
  app = new App(new Studio(painter, 1 << 20), site);
});

interface Answered {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are. Returns the answer, once the connection has closed. */
async function send(text: string): Promise<Answered> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text, 'latin1');
  let answer = '';
  for await (const chunk of socket.setEncoding('latin1')) answer += chunk;
  const [head = '', ...body] = answer.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') };
}

const ask = (path: string, method = 'GET', more = '', body = '') =>
  send(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${more}\r\n${body}`);
const patch = (body: string) =>
  ask('/links/a', 'PATCH', `Content-Length: ${Buffer.byteLength(body)}\r\n`, body);

const isAlive = async () => expect((await ask('/site.json')).status).toBe(200);
/** What only files outside the pages have. */
const outside = /"devDependencies"|root:.*:0:0|class App|^\[core\]/m;

describe('The server of the demo', () => {
  const up = fc.constantFrom(
    ...[
      '..',
      '.',
      '%2e%2e',
      '%252e%252e',
      '%c0%ae%c0%ae',
      '..%2f',
      '..%5c',
      '..\\',
      '%2e%2e%2f',
      '%00',
      '..;',
      '',
    ],
    ...[
      'etc',
      'passwd',
      'package.json',
      '.git',
      'config',
      'demo',
      'server',
      'app.ts',
      'proc',
      'self',
      'environ',
    ],
    ...[
      'link',
      'links',
      'a',
      'tiles',
      'light',
      '2',
      '1',
      '1.png',
      'thumbs',
      '__proto__',
      'constructor',
      'site.json',
    ],
    ...[
      '%',
      '%zz',
      '%0d%0ax-injected:1',
      '?',
      '?from=-1',
      '?from=1e999',
      '#',
      '//evil.example',
      '[',
      'x'.repeat(2_000),
    ],
  );
  const path = fc.array(up, { maxLength: 7 }).map((parts) => `/${parts.join('/')}`);
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT');

  test('answers any path with its own files, a redirect or an error of the caller', async () => {
    const property = fc.asyncProperty(path, method, async (path, method) => {
      const { status, head, body } = await ask(path, method);
      expect([200, 204, 307, 400, 404]).toContain(status);
      expect(body).not.toMatch(outside);
      expect(head).not.toMatch(/^x-injected/im);
    });
    await fuzz(300, property);
    await isAlive();
  });

  test.each([
    ...[
      '/../package.json',
      '/%2e%2e/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '/%252e%252e%252fpackage.json',
    ],
    ...[
      '/..\\..\\package.json',
      '/..%5c..%5cpackage.json',
      '/%00',
      '/package.json%00.png',
      '/thumbs/..%2f..%2fpackage',
    ],
    ...[
      '/link/a/gallery/..%2f..%2fpackage.json',
      '/link/a/../../package.json',
      '//etc/passwd',
      '/./package.json',
    ],
  ])('has no file at %s', async (path) => {
    expect([400, 404]).toContain((await ask(path)).status);
  });

  test.each([
    '/links/a?from=-1',
    '/links/a?from=1e999',
    '/links/a?from=',
    '/links/a?from=NaN',
    `/links/${'x'.repeat(9_000)}`,
  ])('reports a link at %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 200, body: expect.stringContaining('"log":[]') });
  });

  test.each([
    ...['places/-1/0-1/0-1.json', 'places/3/0--1/0-1.json', `places/3/0-${'9'.repeat(400)}/0-1.json`],
    ...[`places/3/${'9'.repeat(400)}-${'9'.repeat(400)}/0-1.json`, `places/${'9'.repeat(400)}/0-1/0-1.json`],
    ...['tiles/light/-1/0/0.png', 'tiles/light/0/0/0.png', `tiles/light/2/${'9'.repeat(400)}/0.png`],
    ...['tiles/constructor/2/1/1.png', 'tiles/__proto__/2/1/1.png', 'gallery/constructor.png'],
  ])('has no resource %s', async (path) => {
    expect((await ask(`/link/a/${path}`)).status).toBe(404);
  });

  test.each([
    ...[
      '{"__proto__":1}',
      '{"constructor":1}',
      '{"toString":{}}',
      '{"latency":-1}',
      '{"latency":1e999}',
      '{"hold":0}',
    ],
    ...[
      '{"bandwidth":-5}',
      '{"bandwidth":0.5}',
      '{"cacheControl":"a\\r\\nx-injected: 1"}',
      '[]',
      'null',
      '',
      '{',
      '7',
    ],
    `{"latency":${'['.repeat(4_000)}${']'.repeat(4_000)}}`,
  ])('refuses the settings %s', async (body) => {
    const { status, head } = await patch(body);
    expect(status).toBe(400);
    expect(head).not.toMatch(/^x-injected/im);
    await isAlive();
  });

  test('keeps no more than 10 kB of settings', async () => {
    expect(await patch(`"${'x'.repeat(5_000_000)}"`)).toMatchObject({
      status: 400,
      body: expect.stringContaining('{"error":"Expected at most 10000 bytes."}'),
    });
  });

  test('redirects other names of this machine to its own address alone', async () => {
    for (const host of ['evil.example', 'evil.example\tx', '127.0.0.1:1', 'a@127.0.0.1', '[::1]']) {
      const { status, head } = await send(`GET /a?b HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(status).toBe(307);
      expect(head).toContain(`location: http://127.0.0.1:${port}/a?b`);
    }
  });

  test('remembers a bounded number of links and of paths', async () => {
    for (let at = 0; at < 300; at++) await ask(`/links/${at}`);
    expect((await ask('/links/0')).status).toBe(200);
    const { Counts } = await import('../../demo/server/counts.ts');
    const counts = new Counts();
    for (let at = 0; at < 60_000; at++) counts.depart(counts.arrive('json', `places/3/${at}`), 'answered');
    expect(Object.keys(counts.hits)).toHaveLength(50_000);
  });
});
