// One task of the benchmark in a fresh document: it asks the server for the task, does it, and reports the time.

import { createFetch } from 'coflight';
import { createPreloader } from 'coflight/preload';
import { pQueue, preloadJS, requestScheduler } from './peers.js';
import { show } from './show.js';

const count = 20;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const run = Date.now().toString(36);
const urls = Array.from({ length: count }, (_, at) => `/slow/${run}-${at}.png`);
const last = urls[count - 1];
const json = `/slow/${run}.json`;

/** Twenty requests at once, as a simple page does. */
const naive = {
  preload: (list) => Promise.all(list.map(show)),
  load: show,
  fetch: (url) => fetch(url),
};

/** One image at a time, and a click waits for its turn. */
const queue = {
  preload(list) {
    this.shown = new Map();
    let done = Promise.resolve();
    for (const url of list) {
      done = done.then(() => show(url));
      this.shown.set(url, done);
    }
    return done;
  },
  load(url) {
    return this.shown.get(url);
  },
};

function coflight(options) {
  const sharing = createFetch();
  const images = createPreloader({ busy: sharing, ...options });
  return {
    preload: (list) => images.preload(...list).done,
    load: (url) => images.load(url),
    fetch: sharing,
  };
}

/** Nothing preloads, so the link is idle. */
const idle = { preload: () => undefined, load: show, fetch: naive.fetch };

const contenders = {
  idle: () => idle,
  naive: () => naive,
  queue: () => queue,
  'p-queue': pQueue,
  RequestScheduler: requestScheduler,
  PreloadJS: preloadJS,
  coflight: () => coflight(),
  'coflight, 2 lanes': () => coflight({ lanes: 2 }),
};

async function click(contender) {
  const start = performance.now();
  const all = contender.preload(urls);
  await pause(400);
  const clicked = performance.now();
  await contender.load(last);
  const shown = performance.now() - clicked;
  await all;
  return { shown, total: performance.now() - start };
}

async function call(contender) {
  contender.preload(urls);
  await pause(400);
  const asked = performance.now();
  await (await contender.fetch(json)).json();
  return { answered: performance.now() - asked };
}

const task = await (await fetch('/next')).json();
if (task) {
  await pause(200);
  const result = await { click, call }[task.act](contenders[task.contender]());
  await fetch('/result', { method: 'POST', body: JSON.stringify({ ...task, ...result }) });
  location.reload();
}
