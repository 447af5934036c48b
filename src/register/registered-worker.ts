import type { PageMessage, WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import { deadline } from './deadline.ts';
import { fullUrl, nameOf, tellDepartures } from './departures.ts';
import type { FlightSource } from './options.ts';

/** Milliseconds that a worker may take to be started and to answer. */
export const answerTimeout = 1_000;

/**
 * The worker that was registered. Fires `update` once for each new version that is ready and waits for the tabs to be
 * closed, or for `applyUpdate()`. For a version that waits already, it fires when the first listener is added.
 */
export class RegisteredWorker extends EventTarget {
  /** The copied file is older than this library. */
  readonly stale: boolean;
  readonly registration: ServiceWorkerRegistration;
  readonly #quiet: () => void;
  #hasListener = false;
  /** The version that listeners were told of last. */
  #announced: ServiceWorker | undefined;

  constructor(registration: ServiceWorkerRegistration, stale: boolean, fetch: FlightSource | undefined) {
    super();
    this.stale = stale;
    this.registration = registration;
    this.#quiet = tellDepartures((message) => this.#tell(message), fetch);
    registration.addEventListener('updatefound', this.#await);
    this.#await();
  }

  override addEventListener(...listener: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...listener);
    if (listener[0] !== 'update') return;
    this.#hasListener = true;
    queueMicrotask(() => this.#announce());
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
    this.registration.removeEventListener('updatefound', this.#await);
    return this.registration.unregister();
  }

  readonly #await = (): void => {
    this.registration.installing?.addEventListener('statechange', () => this.#announce());
  };

  #announce(): void {
    const { waiting } = this.registration;
    if (waiting?.state !== 'installed' || waiting === this.#announced || !this.#hasListener) return;
    this.#announced = waiting;
    this.dispatchEvent(new Event('update'));
  }

  /** Not the page's controller: that may be another worker, whose scope is narrower. */
  get #worker(): ServiceWorker | null {
    return this.registration.active;
  }

  #tell(message: PageMessage): void {
    this.#worker?.postMessage(message);
  }

  async #ask<Answer>(message: PageMessage): Promise<Answer> {
    const worker = this.#worker;
    if (!worker) throw new Error('There is no service worker any more.');
    return ask(worker, message, deadline(answerTimeout));
  }
}
