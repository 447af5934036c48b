import type { SentRequest } from './kind.ts';

/** How an image ended: `aborted` when everybody who wanted it had left. */
export type ImageOutcome = 'done' | 'failed' | 'aborted';

/**
 * `launch`: a request goes out, once more after stepping aside or before a retry. `leave`: the preloader has
 * given up a request that was under way. The browser ends it unless others in the page show the image, too. `settle`: an image is done, has failed or was aborted.
 */
export type PreloaderEvent = 'launch' | 'leave' | 'settle';

/** What the events tell. */
export interface ImageDetail {
  /** The number of the request, unique in the page. Undefined for an image that was never asked for. */
  readonly id: number | undefined;
  /** Absolute address of the image. */
  readonly url: string;
  /** The candidates that the browser chooses from. Not with `settle`. */
  readonly srcset?: string | undefined;
  /** The request, named exactly. Undefined for a `fetch` of the caller, which may send what it likes. Not with `settle`. */
  readonly request?: SentRequest | undefined;
  /** True for an image that a caller wants now. With `launch` alone. */
  readonly urgent?: boolean;
  /** How it ended. With `settle` alone. */
  readonly outcome?: ImageOutcome;
  /** Why it failed or was aborted. With `settle` alone. */
  readonly error?: unknown;
}

/** Tells the preloader's listeners. */
export type Tell = (type: PreloaderEvent, detail: ImageDetail) => void;
