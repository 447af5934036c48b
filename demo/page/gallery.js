// Twenty large pictures, loaded ahead of time: through the preloader, or the usual way with the switch at "off".

import { element } from './dom.js';
import { naive } from './naive.js';
import { queued } from './queued.js';
import { Strip } from './strip.js';

/** @import { Region } from '../server/regions.ts' */
/** @import { Requests } from './requests.js' */
/** @import { Ledger } from './ledger.js' */
/** @import { Link } from './link.js' */
/** @import { State } from './queued.js' */

/**
 * One way to load pictures.
 *
 * @typedef {object} Pictures
 * @property {(urls: readonly string[]) => void} preload
 * @property {(url: string, signal: AbortSignal) => Promise<HTMLImageElement>} load
 * @property {() => void} stop
 */

export class Gallery {
  #regions;
  #link;
  #ledger;
  #requests;
  #strip;
  /** @type {Record<'naive' | 'queued', Pictures>} */
  #ways;
  /** @type {Map<string, HTMLImageElement>} Those that were shown, by the region's name. */
  #shown = new Map();
  /** Part of every address, so that a new run finds nothing in the browser's memory. */
  #run = 0;
  #choice = new AbortController();

  /**
   * @param {readonly Region[]} regions
   * @param {Link} link
   * @param {Ledger} ledger
   * @param {Requests} requests
   */
  constructor(regions, link, ledger, requests) {
    this.#regions = regions;
    this.#link = link;
    this.#ledger = ledger;
    this.#requests = requests;
    const tell = this.#tell.bind(this);
    this.#ways = { naive: naive(tell), queued: queued(tell, requests) };
    const thumbOf = link.thumb.bind(link);
    this.#strip = new Strip(element('strip'), regions, thumbOf, (region) => this.show(region));
    element('preload').addEventListener('click', () => this.preload());
    element('cancel').addEventListener('click', () => this.#way.stop());
    this.#update();
  }

  get #way() {
    return this.#ways[this.#requests.mode === 'off' ? 'naive' : 'queued'];
  }

  /** Forgets all pictures, to load them anew. */
  restart() {
    this.#choice.abort();
    for (const way of Object.values(this.#ways)) way.stop();
    this.#run++;
    this.#shown.clear();
    for (const { name } of this.#regions) this.#strip.mark(name, '');
    this.#prepare(this.#regions[0]?.name ?? '', 'Choose a picture');
    this.#strip.choose('');
    this.#update();
  }

  /** Loads whatever is not there yet, in the background. */
  preload() {
    const missing = this.#regions.filter(({ name }) => ['', 'failed'].includes(this.#strip.stateOf(name)));
    for (const _ of missing) this.#ledger.note('gallery', 'asked');
    this.#way.preload(missing.map((region) => this.#urlOf(region)));
  }

  /** Loads a picture now and shows it. */
  async show(/** @type {Region} */ region) {
    const begun = performance.now();
    this.#choice.abort();
    this.#choice = new AbortController();
    const { signal } = this.#choice;
    this.#announce(region);
    try {
      const image = this.#shown.get(region.name) ?? (await this.#load(region, signal));
      if (signal.aborted) return;
      image.alt = `${region.title} by night: every town is a light`;
      element('frame').replaceChildren(image);
      element('shown').textContent = `shown after ${Math.round(performance.now() - begun)} ms`;
    } catch (error) {
      if (!signal.aborted) element('shown').textContent = `failed: ${error}`;
    } finally {
      if (!signal.aborted) element('frame').ariaBusy = 'false';
    }
  }

  async #load(/** @type {Region} */ region, /** @type {AbortSignal} */ signal) {
    const state = this.#strip.stateOf(region.name);
    if (state !== 'ready') this.#ledger.note('gallery', 'asked');
    if (state === 'waiting' || state === 'loading') this.#ledger.note('gallery', 'joined');
    const image = await this.#way.load(this.#urlOf(region), signal);
    this.#shown.set(region.name, image);
    this.#strip.mark(region.name, 'ready');
    this.#update();
    return image;
  }

  #urlOf(/** @type {Region} */ { name }) {
    return new URL(this.#link.url(`gallery/${name}.png?run=${this.#run}`), location.href).href;
  }

  #announce(/** @type {Region} */ { name, title }) {
    this.#strip.choose(name);
    element('caption').textContent = title;
    element('shown').textContent = '';
    this.#prepare(name);
    element('frame').ariaBusy = 'true';
  }

  /** Empties the frame: a thumbnail stands in, and a word where the picture is not just coming. */
  #prepare(/** @type {string} */ name, word = 'Loading') {
    const note = document.createElement('p');
    note.textContent = word;
    const frame = element('frame');
    frame.style.setProperty('--thumb', `url("${this.#link.thumb(name)}")`);
    frame.replaceChildren(note);
  }

  #tell(/** @type {string} */ url, /** @type {State} */ state) {
    const [, name = ''] = /gallery\/([\w-]+)\.png/.exec(url) ?? [];
    if (!url.endsWith(`=${this.#run}`)) return;
    if (state === 'loading') this.#ledger.note('gallery', 'sent');
    this.#strip.mark(name, state);
    this.#update();
  }

  #update() {
    const [ready, under] = [
      this.#strip.count('ready'),
      this.#strip.count('waiting') + this.#strip.count('loading'),
    ];
    const total = this.#regions.length;
    element('progress', HTMLProgressElement).value = ready;
    element('progress-text').textContent = `${ready} of ${total} ready`;
    element('preload', HTMLButtonElement).disabled = ready + under === total;
    element('cancel', HTMLButtonElement).disabled = under === 0;
  }
}
