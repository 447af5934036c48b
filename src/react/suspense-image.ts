// An image that a suspended component waits for. React forgets a component that suspends before it has mounted, so this
// file keeps the image.

import type { ImageSource, Preloader } from '../preload/index.ts';
import { addressOf, keyOf } from './source.ts';

/** How a load ended. */
export type Ending =
  | { readonly element: HTMLImageElement }
  | { readonly element?: undefined; readonly error: unknown };

type Images = Pick<Preloader, 'load'> & Partial<EventTarget>;

/**
 * Milliseconds for which an image is kept for a component that has not mounted. The component may wait for other images,
 * each for up to the default `loadTimeout`.
 */
const keepTimeout = 60_000;

/** Milliseconds for which a failure is kept that no component has thrown. */
const failureTimeout = 10_000;

/** Milliseconds for which a failure is kept after it was thrown, because React renders once more. */
const retryDelay = 1000;

export class SuspenseImage {
  /** Exactly the images that a component uses or may still use, by preloader and key. */
  static readonly #all = new WeakMap<Images, Map<string, SuspenseImage>>();

  /** Resolves when the load has ended, either way. */
  readonly settled: Promise<void>;
  ending: Ending | undefined;
  /** Absolute address. */
  readonly url: string;
  readonly #forget: () => void;
  /** How many mounted components use it. */
  #users = 0;
  /** Forgets the image when no component has mounted with it. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: Promise<HTMLImageElement>, url: string, forget: () => void) {
    this.url = url;
    this.#forget = forget;
    this.settled = load
      .then(
        (element) => ({ element }),
        (error: unknown) => ({ error }),
      )
      .then((ending) => {
        this.ending = ending;
        this.#timer = setTimeout(this.#release, 'error' in ending ? failureTimeout : keepTimeout);
      });
  }

  /** Returns the image that components already wait for, or loads it now. */
  static of(images: Images, source: ImageSource): SuspenseImage {
    const all = SuspenseImage.#all.get(images) ?? SuspenseImage.#allOf(images);
    // The base of the page may have changed since an image with the same addresses was loaded.
    const name = keyOf(source, document.baseURI);
    const known = all.get(name);
    if (known) return known;
    const waited: SuspenseImage = new SuspenseImage(images.load(source), addressOf(source), () => {
      if (all.get(name) === waited) all.delete(name);
    });
    all.set(name, waited);
    return waited;
  }

  /** Starts with no images. `clear()` and `forget()` of the preloader close them to later callers, here too. */
  static #allOf(images: Images): Map<string, SuspenseImage> {
    const all = new Map<string, SuspenseImage>();
    SuspenseImage.#all.set(images, all);
    images.addEventListener?.('forget', (event) => {
      const { detail: matches } = event as CustomEvent<(image: { readonly url: string }) => boolean>;
      for (const waited of all.values()) if (matches(waited)) waited.#forget();
    });
    return all;
  }

  /** Holds it for a mounted component, until the returned function is called. */
  use(): () => void {
    this.#users++;
    clearTimeout(this.#timer);
    return () => {
      this.#users--;
      // StrictMode mounts the component again in the same turn.
      queueMicrotask(this.#release);
    };
  }

  /**
   * Called when a component has thrown the failure. A component that mounts after `retryDelay` loads the image again.
   */
  thrown(): void {
    setTimeout(this.#release, retryDelay);
  }

  readonly #release = (): void => {
    if (!this.#users) this.#forget();
  };
}
