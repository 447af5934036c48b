// The page's link to the server: an address of its own for everything slow, and the monitor that tells of it.

/** @import { Report } from '../server/link.ts' */
/** @import { Settings } from '../server/settings.ts' */
/** @import { Region } from '../server/regions.ts' */

/** @typedef {{ monitor: string, gallery: Region[] }} Demo */

/** A name that two tabs share when the second was opened from the first. */
function idOf(/** @type {URL} */ address) {
  const id = address.searchParams.get('link');
  return id && /^[\w-]{1,40}$/.test(id) ? id : crypto.randomUUID().slice(0, 8);
}

/** Fires `report` whenever the server has counted something or a setting has changed, `lost` when it is gone. */
export class Link extends EventTarget {
  /** @type {string} */
  id;
  /** @type {Report | undefined} */
  report;
  /** No other tab was on this link when the page came. */
  alone = true;
  /** Where the link is controlled and watched: another origin, so that this never waits behind tiles. */
  #control;
  #monitor;

  /**
   * @param {string} id
   * @param {string} monitor
   */
  constructor(id, monitor) {
    super();
    this.id = id;
    this.#monitor = monitor;
    this.#control = `${monitor}/links/${id}`;
  }

  /**
   * Opens the link that the page's address names, or a new one.
   *
   * @returns {Promise<{ link: Link, demo: Demo }>}
   */
  static async open() {
    const response = await fetch('/demo.json');
    const demo = /** @type {Demo} */ (await response.json());
    const link = new Link(idOf(new URL(location.href)), demo.monitor);
    link.#take(await link.#ask('GET', ''));
    link.alone = link.report?.tabs === 0;
    const live = new EventSource(`${link.#control}/live`);
    live.addEventListener('message', ({ data }) => link.#take(JSON.parse(data)));
    live.addEventListener('error', () => link.dispatchEvent(new Event('lost')));
    return { link, demo };
  }

  /** Where something is to be had over this link. */
  url(/** @type {string} */ path) {
    return `/link/${this.id}/${path}`;
  }

  /** Where a picture's thumbnail is to be had, at full speed and not counted. */
  thumb(/** @type {string} */ name) {
    return `${this.#monitor}/thumbs/${name}.png`;
  }

  /** Changes settings, of what is under way too. */
  async set(/** @type {Partial<Settings>} */ changes) {
    this.#take(await this.#ask('PATCH', '', changes));
  }

  /** Lets the server count from zero. */
  async reset() {
    this.#take(await this.#ask('DELETE', '/counts'));
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<Report>}
   */
  async #ask(method, path, body) {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(this.#control + path, init);
    if (!response.ok) throw new Error((await response.json()).error);
    return response.json();
  }

  #take(/** @type {Report} */ report) {
    this.report = report;
    this.dispatchEvent(new Event('report'));
  }
}
