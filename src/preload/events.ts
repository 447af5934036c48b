import type { SentRequest } from './kind.ts';

/** How an image ended: `aborted` when every caller that wanted it has left. */
export type ImageOutcome = 'done' | 'failed' | 'aborted';

/**
 * `launch`: a request is sent, also after stepping aside and for a retry. `leave`: the preloader has aborted a request
 * that was under way. The browser ends it unless other elements of the page show the image, too. `settle`: an image is
 * done, has failed or was aborted. When a failure is retried, another `launch` follows.
 */
export type PreloaderEvent = 'launch' | 'leave' | 'settle';

/** The detail of an event. */
export interface ImageDetail {
  /** The number of the request, unique in the page. Undefined when none was sent, or the image waited for a retry. */
  readonly id: number | undefined;
  /** Absolute address of the image. */
  readonly url: string;
  /** The candidates that the browser chooses from. Not with `settle`. */
  readonly srcset?: string | undefined;
  /** The request, named exactly. Undefined for a caller's own `fetch`: it may send another one. Not with `settle`. */
  readonly request?: SentRequest | undefined;
  /** True for an image that a caller wants now. With `launch` alone. */
  readonly urgent?: boolean;
  /** How it ended. With `settle` alone. */
  readonly outcome?: ImageOutcome;
  /** Why it failed or was aborted. With `settle` alone. */
  readonly error?: unknown;
}

/** Returns true for images that no later caller may get. */
export type Matches = (image: { readonly url: string }) => boolean;

/**
 * Dispatches an event to the preloader's listeners. `forget` follows `clear()` and `forget()`. It is for
 * `coflight/react`, which keeps images.
 */
export type Tell = (...event: [PreloaderEvent, ImageDetail] | ['forget', Matches]) => void;
