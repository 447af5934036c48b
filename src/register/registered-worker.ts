import type { WorkerStats } from '../protocol/messages.ts';

/** The worker that was registered. */
export interface RegisteredWorker {
  /** True when the copied file is older than this library. */
  readonly stale: boolean;
  /** The browser's own object. */
  readonly registration: ServiceWorkerRegistration;
  /** Returns the worker's counters. Rejects when the worker does not answer within a second. */
  stats(): Promise<WorkerStats>;
  /**
   * Calls the listener with the worker's statistics now and every `intervalMs` milliseconds (default 1,000), while
   * the page is visible and the worker answers. Returns a function that ends this. After the browser has stopped the
   * worker, the next answer has another `bootId`.
   */
  watch(listener: (stats: WorkerStats) => void, intervalMs?: number): () => void;
  /**
   * Closes the worker's flights, which all tabs share, to later callers: those of one URL, or all. Call it after a
   * log-out, and `forget` of the page's wrapped fetch, which has flights too. Those of other tabs are closed as soon as
   * the worker has told them. Resolves when that holds for every later request that comes to the worker. Rejects when
   * the worker does not answer within a second, and with a TypeError for any other value.
   */
  forget(target?: string | URL | Request): Promise<void>;
  /**
   * Tells the worker that this page no longer waits for a request, or for the image at a URL, for example after
   * `image.src = ''`. The worker aborts the request when no caller waits for it. Throws a TypeError for any other value.
   */
  leave(request: Request | URL | string): void;
  /** True while a new version waits. */
  readonly updateReady: boolean;
  /** Lets the new version take over as soon as no request is in flight. No page is reloaded. */
  applyUpdate(): void;
  /**
   * Removes the worker. Open pages keep it until they are reloaded. Resolves as the browser's `unregister` does: with
   * false when the worker was removed before.
   */
  unregister(): Promise<boolean>;
  /**
   * `update` is fired once for each new version that waits until all tabs are closed or `applyUpdate()` is called.
   * For a version that already waits, it is fired after the first listener is added.
   */
  addEventListener(
    type: 'update',
    listener: (event: Event) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  removeEventListener(
    type: 'update',
    listener: (event: Event) => void,
    options?: EventListenerOptions | boolean,
  ): void;
}
