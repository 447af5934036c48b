// Shows the numbers: the page's own and the server's, side by side.

import { element } from './dom.js';
import { kinds } from './ledger.js';

/** @import { WorkerStats } from 'coflight/register' */
/** @import { Requests } from './requests.js' */
/** @import { Ledger } from './ledger.js' */
/** @import { Link } from './link.js' */

const titles = { tiles: 'Tiles', places: 'Places', gallery: 'Pictures' };
const columns = /** @type {const} */ (['asked', 'joined', 'sent', 'server']);

/** The cell that shows a number, by `kind.column`. */
function buildTable() {
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  for (const kind of kinds) {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = titles[kind];
    row.append(head);
    for (const column of columns) {
      const cell = row.insertCell();
      cell.dataset.count = `${kind}.${column}`;
      cells.set(`${kind}.${column}`, cell);
    }
    element('counts').append(row);
  }
  return cells;
}

export class Scoreboard {
  #cells = buildTable();
  #ledger;
  #link;
  #requests;
  /** The last view's numbers before this one: its share is what is shown as the mode's result. */
  #before = { asked: 0, server: 0 };

  /**
   * @param {Ledger} ledger
   * @param {Link} link
   * @param {Requests} requests
   */
  constructor(ledger, link, requests) {
    this.#ledger = ledger;
    this.#link = link;
    this.#requests = requests;
    ledger.addEventListener('change', () => this.#show());
    link.addEventListener('report', () => this.#show());
    this.#show();
  }

  /** The counts start again from nothing. */
  restart() {
    this.#before = { asked: 0, server: 0 };
  }

  /** Says in words what the view that has just settled came to. */
  conclude(/** @type {number} */ milliseconds) {
    const { asked, server } = this.#sums();
    const [calls, hits] = [asked - this.#before.asked, server - this.#before.server];
    this.#before = { asked, server };
    if (calls === 0) return;
    const time = `${(milliseconds / 1000).toFixed(1)} s`;
    element('summary').textContent = `This view: ${calls} asked, ${hits} reached the server, ${time}.`;
    const last = document.querySelector(`[data-last="${this.#requests.mode}"]`);
    if (last) last.textContent = `${calls} → ${hits} · ${time}`;
  }

  /** What the worker says it did for this tab and for all; without statistics, nothing. */
  showWorker(/** @type {WorkerStats | undefined} */ stats) {
    const line = element('worker-line');
    line.hidden = !stats;
    if (!stats) return;
    const { page, all } = stats;
    const tabs = this.#link.report?.tabs ?? 1;
    line.textContent =
      `In the worker, since it was started: ${page.calls} requests of this tab, ${page.joined} of them joined` +
      (tabs > 1 ? `; of all ${tabs} tabs ${all.calls} and ${all.joined}.` : '.');
  }

  /** Of the maps: the gallery has its own numbers. */
  #sums() {
    const { tiles, places } = this.#ledger.sums;
    const server = this.#link.report?.sums;
    return {
      asked: tiles.asked + places.asked,
      server: (server?.tiles.requests ?? 0) + (server?.places.requests ?? 0),
    };
  }

  #show() {
    const server = this.#link.report?.sums;
    for (const kind of kinds) {
      const { asked, joined, sent } = this.#ledger.sums[kind];
      // What joins inside the worker is out of the page's sight.
      const within = this.#requests.mode === 'worker' && kind !== 'gallery';
      this.#put(`${kind}.asked`, asked);
      this.#put(`${kind}.joined`, within ? '·' : joined);
      this.#put(`${kind}.sent`, within ? '·' : sent);
      this.#put(`${kind}.server`, server?.[kind].requests ?? 0);
    }
    const sums = this.#sums();
    for (const [name, value] of Object.entries(sums))
      for (const node of document.querySelectorAll(`[data-sum="${name}"]`)) node.textContent = String(value);
    element('bar').style.setProperty(
      '--share',
      String(sums.asked ? Math.min(1, sums.server / sums.asked) : 1),
    );
  }

  #put(/** @type {string} */ name, /** @type {number | string} */ value) {
    const cell = this.#cells.get(name);
    if (cell) cell.textContent = String(value);
  }
}
