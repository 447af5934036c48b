// A page like a dashboard: some of its parts ask for the same at the same time, some for the same URL with other
// headers. Every answer takes a tenth of a second. The expected figures of a recording are counted here by hand.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { noisePng } from './png.ts';

const page = `<!doctype html>
<title>Dashboard</title>
<img src="/logo.png"><img src="/logo.png">
<script>
  const read = (url, init) => fetch(url, init).then((response) => response.text(), () => {});
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  async function show() {
    const parts = [];
    const part = (...call) => void parts.push(read(...call));
    // Five parts show who is logged in. A sixth asks by XMLHttpRequest.
    for (let count = 0; count < 5; count++) part('/api/session');
    const request = new XMLHttpRequest();
    request.open('GET', '/api/session');
    request.send();
    // Two parts number their requests.
    for (const number of ['1', '2']) part('/api/places?zoom=4', { headers: { 'x-request-id': number } });
    // Three parts read a cacheable answer.
    for (let count = 0; count < 3; count++) part('/config.json');
    // Two maps of one view, three tiles each.
    for (let map = 0; map < 2; map++) for (const x of [3, 4, 5]) part('/tiles/3/' + x + '/4.png');
    // A feed that is asked for past all caches.
    for (const time of [1, 2]) part('/api/feed?_=' + time);
    // One request is aborted, one fails.
    const controller = new AbortController();
    part('/api/slow', { signal: controller.signal });
    part('http://127.0.0.1:1/');
    await pause(30);
    controller.abort();
    await Promise.all(parts);
    // Later: the same tile twice, one soon after the other, and a write between two reads.
    await pause(1500);
    await read('/tiles/3/3/4.png');
    await pause(200);
    await read('/tiles/3/3/4.png');
    await pause(1200);
    await Promise.all([read('/api/todos'), read('/api/todos', { method: 'POST', body: 'milk' }), read('/api/todos')]);
    document.title = 'Shown';
  }
  addEventListener('load', () => pause(500).then(show));
</script>`;

const cacheControl = (path: string) => {
  if (path === '/config.json') return 'max-age=60';
  return path.startsWith('/tiles/') ? 'no-cache' : 'no-store';
};

/** Serves the dashboard. `hits` counts the requests to each path. */
export async function startDashboard(port = 0) {
  const hits = new Map<string, number>();
  const image = noisePng(64, 64);
  const server = createServer(async ({ url = '' }, res) => {
    const path = url.replace(/\?.*/, '');
    hits.set(path, (hits.get(path) ?? 0) + 1);
    const isImage = path.endsWith('.png');
    const type = path === '/' ? 'text/html' : isImage ? 'image/png' : 'application/json';
    // Real durations: the report reads from its recording which requests overlapped.
    await setTimeout(path === '/api/slow' ? 1000 : 100);
    res.writeHead(200, { 'content-type': type, 'cache-control': cacheControl(path) });
    res.end(path === '/' ? page : isImage ? image : '{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
