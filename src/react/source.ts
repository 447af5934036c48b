import { checkOptions, isPlain, type Kinds } from '../options/check.ts';
import { type ImageRequest, type ImageSource, load, type Preloader, preload } from '../preload/index.ts';

/** Options of a hook. */
export interface HookOptions {
  /** The preloader whose queue is used. Default: the page's own. It must be the same object in each render. */
  readonly images?: Pick<Preloader, 'load' | 'preload'> | undefined;
}

/** The page's own preloader. It is made at its first use. On a server it loads nothing. */
const page: Pick<Preloader, 'load' | 'preload'> = { load, preload };

const kinds: Kinds<HookOptions> = {
  images: { expected: 'a preloader', accepts: (value) => typeof Object(value).preload === 'function' },
};

/** Returns the preloader that a hook uses. Throws a `TypeError` for a wrong option. */
export const preloaderOf = (options: HookOptions): typeof page => checkOptions(options, kinds).images ?? page;

/** Returns a source as an object. A `URL` may come from another realm. The preloader refuses what is no source. */
export function requestOf(source: ImageSource): ImageRequest {
  const request = source as ImageRequest;
  return request?.src === undefined && !isPlain(request) ? { src: source as string } : request;
}

/** Returns equal keys for sources with equal members. Components make new sources in each render. */
export function keyOf(source: ImageSource): string {
  const { src, srcset, sizes, crossOrigin, referrerPolicy, as, priority } = requestOf(source);
  const parts = [String(src), srcset, sizes, crossOrigin, referrerPolicy, as?.name, priority];
  // Quotes each one by itself: a page may have given arrays a `toJSON`, which a quoted list would use.
  return parts.map((part) => JSON.stringify(part ?? null)).join();
}

/** Returns the absolute address of a source. The preloader throws an error for a source without one. */
export function addressOf(source: ImageSource): string {
  const src = String(requestOf(source).src);
  const { baseURI } = document;
  // No test runs `: src` for a list: the preloader refuses such an address first.
  return URL.canParse(src, baseURI) ? new URL(src, baseURI).href : src;
}
