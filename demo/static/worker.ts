// The service worker of the static copy. It plays the server for all pages of the copy, and for the panel of the worker
// it shares what that panel asks for, as coflight-sw.js does.

import { createHandler } from 'coflight/service-worker';
import { Links } from './links.ts';
import { warm } from './resources.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const { scope } = worker.registration;

const links = new Links();
const share = createHandler({ fetch: (request) => links.answer(request) });

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', ({ data }) => {
  if (data?.type === 'gone') links.leave(data.url);
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = request.url.startsWith(scope) ? request.url.slice(scope.length) : '';
  if (/^worker\/link\/[^/]+\/(tiles\/|.*\.json)/.test(path)) event.respondWith(share({ request, event }));
  else if (/^\w+\/link\//.test(path)) event.respondWith(links.answer(request));
  else if (path.startsWith('links/')) event.respondWith(links.control(request));
  else if (path.startsWith('painted.json')) event.respondWith(warm().then(() => Response.json({})));
});
