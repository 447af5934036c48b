import { checkValue, type OptionKind } from '../options/check.ts';
import { aFunction, isString, milliseconds } from '../options/kinds.ts';
import type { PageMessage, WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import { Channel } from './channel.ts';
import { deadline } from './deadline.ts';
import { fullUrl, imageAt, nameOf } from './name-of.ts';
import { takeTurn } from './register-script.ts';
import type { RegisteredWorker } from './registered-worker.ts';
import type { RequestSource } from './sources.ts';

/** Milliseconds within which a worker must start and answer. */
export const answerTimeout = 1_000;
/** Milliseconds within which a version that calls `skipWaiting` takes over. */
const waitingDelay = 200;

/** Returns the URL of a target, as text that may be relative. A value that is no target has none. */
const urlOf = (target: string | URL | Request): string =>
  typeof target === 'string' ? target : (Object(target).url ?? Object(target).href);

const aTarget: OptionKind = {
  expected: 'a URL or a Request (a function cannot be sent to a worker)',
  accepts: (value) => {
    const url = urlOf(value as string);
    return isString(url) && URL.canParse(url, document.baseURI);
  },
};

/** The handle of a page on the worker that it has registered. */
export class WorkerHandle extends EventTarget implements RegisteredWorker {
  readonly stale: boolean;
  readonly registration: ServiceWorkerRegistration;
  readonly #channel: Channel;
  readonly #stopListening: () => void;
  #hasListener = false;
  /** The version of the last `update` event. */
  #announced: ServiceWorker | undefined;

  constructor(
    registration: ServiceWorkerRegistration,
    { stale, sources }: { readonly stale: boolean; readonly sources: readonly RequestSource[] },
  ) {
    super();
    this.stale = stale;
    this.registration = registration;
    this.#channel = Channel.of(registration);
    this.#stopListening = this.#channel.listenTo(sources);
    registration.addEventListener('updatefound', this.#onUpdateFound);
    this.#onUpdateFound();
  }

  override addEventListener(...listener: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...listener);
    if (listener[0] !== 'update') return;
    this.#hasListener = true;
    // A version that already waits is announced after this turn, in which other listeners may be added.
    queueMicrotask(() => this.#announce());
  }

  stats(): Promise<WorkerStats> {
    return this.#ask({ type: 'coflight:stats' });
  }

  watch(listener: (stats: WorkerStats) => void, intervalMs = 1_000): () => void {
    checkValue('listener', listener, aFunction);
    checkValue('intervalMs', intervalMs, milliseconds);
    let timer: ReturnType<typeof setTimeout>;
    let watching = true;
    const look = async () => {
      // A frame or a form with the name `hidden` is `document.hidden`.
      const isHidden = document.visibilityState === 'hidden';
      const stats = isHidden ? undefined : await this.stats().catch(() => undefined);
      if (!watching) return;
      timer = setTimeout(look, intervalMs);
      if (stats) listener(stats);
    };
    void look();
    return () => {
      watching = false;
      clearTimeout(timer);
    };
  }

  async forget(target?: string | URL | Request): Promise<void> {
    if (target === undefined) return this.#ask({ type: 'coflight:forget' });
    checkValue('target', target, aTarget);
    await this.#ask({ type: 'coflight:forget', url: fullUrl(urlOf(target)) });
  }

  leave(request: Request | URL | string): void {
    checkValue('request', request, aTarget);
    this.#channel.aborted(
      'headers' in Object(request) ? nameOf(request as Request) : imageAt(urlOf(request)),
    );
  }

  get updateReady(): boolean {
    return this.registration.waiting !== null;
  }

  applyUpdate(): void {
    this.registration.waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
  }

  unregister(): Promise<boolean> {
    this.#stopListening();
    this.registration.removeEventListener('updatefound', this.#onUpdateFound);
    const { registration } = this;
    return takeTurn(registration.scope, registration.unregister());
  }

  readonly #onUpdateFound = (): void => {
    // A version that calls `skipWaiting` waits for a moment, too.
    const later = () => void setTimeout(() => this.#announce(), waitingDelay);
    this.registration.installing?.addEventListener('statechange', later);
  };

  #announce(): void {
    const { waiting } = this.registration;
    if (waiting?.state !== 'installed' || waiting === this.#announced || !this.#hasListener) return;
    this.#announced = waiting;
    this.dispatchEvent(new Event('update'));
  }

  async #ask<Answer>(message: PageMessage): Promise<Answer> {
    // The controller of the page may be another worker with a narrower scope.
    const { active } = this.registration;
    if (!active) throw new Error('The service worker was removed. Call `register` again.');
    return ask(active, message, deadline(answerTimeout));
  }
}
