import { coalesceFetchEvents } from 'coflight/service-worker';
import { precacheAndRoute } from 'workbox-precaching';

coalesceFetchEvents({ match: ({ url }) => url.includes('/r/') });
precacheAndRoute(self.__WB_MANIFEST);
self.skipWaiting();
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
