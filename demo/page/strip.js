// The film strip: a button for each picture, with what has become of it.

/** @import { Region } from '../server/regions.ts' */
/** @import { State } from './queued.js' */

/** What a button says of its picture to those who do not see its border. */
const words = { '': '', waiting: 'waiting', loading: 'loading', ready: 'ready', failed: 'failed' };

export class Strip {
  /** @type {Map<string, HTMLButtonElement>} By the region's name. */
  #buttons = new Map();

  /**
   * @param {HTMLElement} host
   * @param {readonly Region[]} regions
   * @param {(name: string) => string} thumbOf
   * @param {(region: Region) => void} choose
   */
  constructor(host, regions, thumbOf, choose) {
    for (const region of regions) {
      const button = document.createElement('button');
      button.type = 'button';
      button.innerHTML = `<img src="${thumbOf(region.name)}" alt="" width="300" height="200" loading="lazy" />
        <span class="title"></span> <span class="state"></span>`;
      /** @type {HTMLElement} */ (button.querySelector('.title')).textContent = region.title;
      button.addEventListener('click', () => choose(region));
      this.#buttons.set(region.name, button);
      const item = document.createElement('li');
      item.append(button);
      host.append(item);
    }
  }

  /** How many pictures are in that state. */
  count(/** @type {State} */ state) {
    return [...this.#buttons.values()].filter((button) => button.dataset.state === state).length;
  }

  /** @returns {State} */
  stateOf(/** @type {string} */ name) {
    return /** @type {State} */ (this.#buttons.get(name)?.dataset.state ?? '');
  }

  mark(/** @type {string} */ name, /** @type {State} */ state) {
    const button = this.#buttons.get(name);
    if (!button) return;
    button.dataset.state = state;
    /** @type {HTMLElement} */ (button.querySelector('.state')).textContent = words[state];
  }

  /** Marks the picture that is shown. */
  choose(/** @type {string} */ name) {
    for (const [other, button] of this.#buttons) button.ariaCurrent = String(other === name);
  }
}
