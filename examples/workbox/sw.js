import { coalesceGlobalFetch } from 'coflight/service-worker';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

coalesceGlobalFetch(); // what Workbox's strategies call: identical requests share one flight

registerRoute(({ url }) => url.pathname === '/time', new NetworkFirst());

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
