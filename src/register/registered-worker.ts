import type { PageMessage, WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import { fullUrl, nameOf, tellDepartures } from './departures.ts';
import type { FlightSource } from './options.ts';

/** Milliseconds that a worker may take to be started and to answer. */
const patience = 1_000;

/**
 * The worker that was registered. Fires `update` when a new version of it is ready and waits for the tabs to be
 * closed, or for `applyUpdate()`.
 */
export class RegisteredWorker extends EventTarget {
  /** The copied file is older than this library. */
  readonly stale: boolean;
  readonly registration: ServiceWorkerRegistration;
  readonly #quiet: () => void;

  constructor(registration: ServiceWorkerRegistration, stale: boolean, fetch: FlightSource | undefined) {
    super();
    this.stale = stale;
    this.registration = registration;
    this.#quiet = tellDepartures((message) => this.#tell(message), fetch);
    registration.addEventListener('updatefound', this.#announce);
    this.#announce();
  }

  /** What came through the worker. Rejects when it does not answer within a second. */
  stats(): Promise<WorkerStats> {
    return this.#ask({ type: 'coflight:stats' });
  }

  /**
   * Calls the listener with the worker's statistics now and every so many milliseconds, while the page is
   * visible and the worker answers. Returns what ends that. The worker is asked each time: it posts nothing on
   * its own, and when the browser has stopped it, the next answer shows another `bootId`.
   */
  watch(listener: (stats: WorkerStats) => void, every = 1_000): () => void {
    let timer: ReturnType<typeof setTimeout>;
    let watching = true;
    const look = async () => {
      const stats = document.hidden ? undefined : await this.stats().catch(() => undefined);
      if (!watching) return;
      if (stats) listener(stats);
      timer = setTimeout(look, every);
    };
    look();
    return () => {
      watching = false;
      clearTimeout(timer);
    };
  }

  /**
   * Lets no tab join any more what is in flight: of that URL, or all of it; after a log-out, say. Resolves when
   * that holds for every request made from then on.
   */
  async forget(url?: string): Promise<void> {
    await this.#ask({ type: 'coflight:forget', ...(url !== undefined && { url: fullUrl(url) }) });
  }

  /**
   * Tells the worker that this page waits no longer for a request, or for the image at a URL: after
   * `image.removeAttribute('src')`, say. When nobody waits, the request ends.
   */
  leave(request: Request | string): void {
    this.#tell({ type: 'coflight:leave', request: nameOf(request) });
  }

  /** A new version is ready, and waits. */
  get updateReady(): boolean {
    return this.registration.waiting !== null;
  }

  /** Lets the new version take over, when what is in flight has landed. No page is reloaded. */
  applyUpdate(): void {
    this.registration.waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
  }

  /** Takes everything back. Pages that are open keep the worker until they are reloaded. */
  unregister(): Promise<boolean> {
    this.#quiet();
    this.registration.removeEventListener('updatefound', this.#announce);
    return this.registration.unregister();
  }

  readonly #announce = (): void => {
    const { installing } = this.registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller)
        this.dispatchEvent(new Event('update'));
    });
  };

  #tell(message: PageMessage): void {
    navigator.serviceWorker.controller?.postMessage(message);
  }

  async #ask<Answer>(message: PageMessage): Promise<Answer> {
    const worker = navigator.serviceWorker.controller ?? this.registration.active;
    if (!worker) throw new Error('There is no service worker any more.');
    return ask(worker, message, patience);
  }
}
