// What a page and its worker tell each other without being asked by the site.

import type { PageMessage, RequestName } from '../protocol/messages.ts';
import { Departures } from './departures.ts';
import { fullUrl } from './name-of.ts';
import { type RequestSource, Sources } from './sources.ts';

/** One for each worker, so that a page tells it everything once, however often it has registered it. */
const channels = new WeakMap<ServiceWorkerRegistration, Channel>();

export class Channel {
  readonly #registration: ServiceWorkerRegistration;
  readonly #sources: Sources;
  readonly #departures: Departures;
  #uses = 0;

  private constructor(registration: ServiceWorkerRegistration) {
    const tell = (message: PageMessage) => this.#tell(message);
    this.#registration = registration;
    this.#departures = new Departures(tell, () => this.#sources.underWay);
    this.#sources = new Sources((...event) => {
      this.#departures.hear(...event);
      const [type, { role, url }] = event;
      if (type === 'settle' && role === 'bypass' && URL.canParse(url, document.baseURI))
        tell({ type: 'coflight:answered', url: fullUrl(url) });
    });
  }

  static of(registration: ServiceWorkerRegistration): Channel {
    const channel = channels.get(registration) ?? new Channel(registration);
    channels.set(registration, channel);
    return channel;
  }

  /** Tells the worker what becomes of the requests of these sources. Returns a function that ends that. */
  listenTo(sources: readonly RequestSource[]): () => void {
    if (!this.#uses++) this.#open();
    for (const source of sources) this.#sources.add(source);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const source of sources) this.#sources.remove(source);
      if (!--this.#uses) this.#close();
    };
  }

  /** Tells the worker that the request of that name is given up. */
  giveUp(name: RequestName): void {
    this.#departures.giveUp(name);
  }

  #open(): void {
    addEventListener('pagehide', this.#onHide);
  }

  #close(): void {
    removeEventListener('pagehide', this.#onHide);
  }

  // A page that goes into the back/forward cache may come back for its answers.
  readonly #onHide = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) this.#tell({ type: 'coflight:leave' });
  };

  /** A worker that does not control the page has seen none of its requests. */
  #tell(message: PageMessage): void {
    const { active } = this.#registration;
    if (active === navigator.serviceWorker.controller) active?.postMessage(message);
  }
}
