// What a page and its worker tell each other without being asked by the site.

import type { PageMessage, RequestName, WorkerMessage } from '../protocol/messages.ts';
import { Departures } from './departures.ts';
import { type RequestSource, Sources } from './sources.ts';
import { WriteEnds } from './write-ends.ts';

/** One for each worker, so that a page tells it everything once, however often it has registered it. */
const channels = new WeakMap<ServiceWorkerRegistration, Channel>();

export class Channel {
  readonly #registration: ServiceWorkerRegistration;
  readonly #sources: Sources;
  readonly #departures: Departures;
  readonly #writeEnds: WriteEnds;
  #uses = 0;

  private constructor(registration: ServiceWorkerRegistration) {
    const tell = (message: PageMessage) => this.#tell(message);
    this.#registration = registration;
    this.#departures = new Departures(tell, () => this.#sources.underWay);
    this.#writeEnds = new WriteEnds(tell);
    this.#sources = new Sources((...event) => {
      this.#departures.hear(...event);
      this.#writeEnds.hear(...event);
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
    navigator.serviceWorker.addEventListener('message', this.#onMessage);
  }

  #close(): void {
    removeEventListener('pagehide', this.#onHide);
    navigator.serviceWorker.removeEventListener('message', this.#onMessage);
    this.#writeEnds.stop();
  }

  // A page that goes into the back/forward cache may come back for its answers.
  readonly #onHide = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) this.#tell({ type: 'coflight:leave' });
  };

  readonly #onMessage = ({ data }: MessageEvent<WorkerMessage | undefined>): void => {
    if (data?.type === 'coflight:write') this.#writeEnds.ask(data);
  };

  /** A worker that does not control the page has seen none of its requests. */
  #tell(message: PageMessage): void {
    const { active } = this.#registration;
    if (active === navigator.serviceWorker.controller) active?.postMessage(message);
  }
}
