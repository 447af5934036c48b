// Messages that a page and its worker exchange by themselves, without a call by the site.

import type { PageMessage, RequestName } from '../protocol/messages.ts';
import { workerMessage } from '../protocol/read.ts';
import { Aborts } from './aborts.ts';
import { type RequestSource, Sources } from './sources.ts';
import { WriteEnds } from './write-ends.ts';

/** One channel for each worker, so that a page sends each message once, however often it has called `register`. */
const channels = new WeakMap<ServiceWorkerRegistration, Channel>();

export class Channel {
  readonly #registration: ServiceWorkerRegistration;
  readonly #sources: Sources;
  readonly #aborts: Aborts;
  readonly #writeEnds: WriteEnds;
  #uses = 0;

  private constructor(registration: ServiceWorkerRegistration) {
    const tell = (message: PageMessage) => this.#tell(message);
    this.#registration = registration;
    this.#aborts = new Aborts(tell, () => this.#sources.underWay);
    this.#writeEnds = new WriteEnds(tell, () => this.#sources.underWay);
    this.#sources = new Sources((...event) => {
      this.#aborts.hear(...event);
      this.#writeEnds.hear(...event);
    });
  }

  static of(registration: ServiceWorkerRegistration): Channel {
    const channel = channels.get(registration) ?? new Channel(registration);
    channels.set(registration, channel);
    return channel;
  }

  /** Tells the worker which requests of these sources have ended. Returns a function that stops this. */
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

  /** Tells the worker that the page has aborted the request of that name. */
  aborted(name: RequestName): void {
    this.#aborts.aborted(name);
  }

  #open(): void {
    addEventListener('pagehide', this.#onHide);
    navigator.serviceWorker.addEventListener('message', this.#onMessage);
    // Without this call, messages wait until the page has been parsed.
    navigator.serviceWorker.startMessages();
  }

  #close(): void {
    removeEventListener('pagehide', this.#onHide);
    navigator.serviceWorker.removeEventListener('message', this.#onMessage);
    this.#writeEnds.stop();
  }

  // A page in the back/forward cache may come back and need its answers.
  readonly #onHide = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) this.#tell({ type: 'coflight:leave' });
  };

  readonly #onMessage = ({ data }: MessageEvent<unknown>): void => {
    const message = workerMessage(data);
    if (message?.type === 'coflight:write') this.#writeEnds.ask(message);
    else if (message) this.#sources.forget(message.urls);
  };

  /**
   * A worker that does not control the page has seen none of its requests. It needs the ends of its writes alone. To a
   * page that comes back from the back/forward cache, WebKit names the controller from before, also one that was replaced.
   */
  #tell(message: PageMessage): void {
    const { active } = this.#registration;
    const { controller } = navigator.serviceWorker;
    const isControlling = controller === active || controller?.state === 'redundant';
    if (isControlling || message.type === 'coflight:answered') active?.postMessage(message);
  }
}
