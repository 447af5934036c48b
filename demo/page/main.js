// The page: opens its link, shows the maps, and lets the switch decide how their requests travel.

import { element } from './dom.js';
import { Gallery } from './gallery.js';
import { Ledger } from './ledger.js';
import { bindLine } from './line.js';
import { Link } from './link.js';
import { Maps } from './maps.js';
import { establish, modeOfAddress, notice, rememberInAddress } from './modes.js';
import { Requests } from './requests.js';
import { Scoreboard } from './scoreboard.js';
import { views } from './views.js';

/** @import { Mode } from './requests.js' */

const { link, demo } = await Link.open();
const ledger = new Ledger();
const requests = new Requests(ledger);
const scoreboard = new Scoreboard(ledger, link, requests);
const maps = new Maps(element('atlas'), requests, link);
const gallery = new Gallery(demo.gallery, link, ledger, requests);
bindLine(link);

/** Tabs on one link do the same at the same time, so that there is something for a worker to share. */
const tabs = new BroadcastChannel(`coflight-demo/${link.id}`);
let stopWatching = () => {};

/** Everything that was counted belongs to one mode: the next one starts from nothing. */
async function switchTo(/** @type {Mode} */ wanted, afresh = true) {
  maps.clear();
  gallery.restart();
  stopWatching();
  element('second-tab', HTMLAnchorElement).href = rememberInAddress(link.id, wanted).href;
  const { mode, worker } = await establish(wanted);
  requests.mode = mode;
  for (const input of element('modes').querySelectorAll('input')) input.checked = input.value === mode;
  if (afresh) await link.reset();
  ledger.clear();
  scoreboard.restart();
  scoreboard.showWorker(undefined);
  if (worker) stopWatching = worker.watch((stats) => scoreboard.showWorker(stats), 500);
  maps.ask();
}

/** Goes to one of the views; without one, asks again for what is in view. */
function act(/** @type {number | undefined} */ view) {
  if (view === undefined) return maps.ask();
  maps.flyTo(view);
  nameNext();
}

function nameNext() {
  element('next').textContent = `Fly to ${views[maps.next]?.name}`;
}

element('modes').addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement) switchTo(/** @type {Mode} */ (target.value));
});

/**
 * @param {string} button
 * @param {() => number | undefined} viewOf
 */
function bind(button, viewOf) {
  element(button).addEventListener('click', () => {
    const view = viewOf();
    act(view);
    tabs.postMessage(view);
  });
}
bind('next', () => maps.next);
bind('again', () => undefined);
tabs.addEventListener('message', ({ data }) => act(data));

ledger.addEventListener('change', () => {
  element('atlas').ariaBusy = String(ledger.busy);
});
ledger.addEventListener('settled', (event) => {
  element('atlas').ariaBusy = 'false';
  scoreboard.conclude(/** @type {CustomEvent<number>} */ (event).detail);
});

const gone = 'The server has ended. Start it again on this port, and the page goes on.';
link.addEventListener('lost', () => notice(gone));
link.addEventListener('report', () => {
  if (element('notice').textContent === gone) notice('');
});

nameNext();
await switchTo(modeOfAddress(), link.alone);
