// Galleries made with packages that have a queue.

import { PQueue, RequestScheduler } from 'peers';
import { show } from './show.js';

/** One image at a time, and a click raises the priority of a queued image. */
export function pQueue() {
  const lane = new PQueue({ concurrency: 1 });
  const shown = new Map();
  return {
    preload(list) {
      for (const url of list)
        shown.set(
          url,
          lane.add(() => show(url), { id: url }),
        );
      return Promise.all(shown.values());
    },
    load(url) {
      lane.setPriority(url, 1);
      return shown.get(url);
    },
  };
}

/** The same: it asks for the priority of each image when a slot is free, and takes the lowest. */
export function requestScheduler() {
  const scheduler = new RequestScheduler({ maxRequests: 1 });
  const wanted = new Set();
  const shown = new Map();
  const inTurn = async (url) => {
    const token = await scheduler.scheduleRequest(url, () => (wanted.has(url) ? 0 : 1));
    await show(url).finally(token.done);
  };
  return {
    preload(list) {
      for (const url of list) shown.set(url, inTurn(url));
      return Promise.all(shown.values());
    },
    load(url) {
      wanted.add(url);
      return shown.get(url);
    },
  };
}

/** One image at a time by default, in the order of arrival. */
export function preloadJS() {
  const loads = new globalThis.createjs.LoadQueue(false);
  const arrival = (url) =>
    new Promise((resolve) => {
      loads.on('fileload', ({ item, result }) => item.src === url && resolve(result));
    });
  const shown = new Map();
  return {
    preload(list) {
      for (const url of list)
        shown.set(
          url,
          arrival(url).then((image) => image.decode()),
        );
      loads.loadManifest(list);
      return Promise.all(shown.values());
    },
    load: (url) => shown.get(url),
  };
}
