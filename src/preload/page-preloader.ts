import { createPreloader } from './create-preloader.ts';
import type { Group } from './group.ts';
import type { LoadOptions, Preloader } from './preloader.ts';
import type { ImageSource } from './source.ts';

let images: Preloader | undefined;

/** The preloader that `preload`, `load` and `watchImages` share. The first call makes it, with the default options. */
export function pagePreloader(): Preloader {
  images ??= createPreloader();
  return images;
}

/**
 * Preloads images of the page, one after another when the page is not busy, with the page's own preloader. Throws a
 * `TypeError` or `RangeError` for a wrong source; then it loads none of them.
 *
 * @example
 * const { failed } = await preload('1.jpg', '2.jpg').done;
 */
export function preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result> {
  return pagePreloader().preload(...sources);
}

/**
 * Loads an image now, with the page's own preloader. Its preloads step aside. Resolves with a decoded element that
 * belongs to the caller. Rejects when the image cannot be loaded, and with the signal's reason when the signal aborts.
 * Rejects with a `NotSupportedError` where there is no document, and with a `TypeError` or `RangeError` for a wrong
 * argument.
 *
 * @example
 * document.body.append(await load('1.jpg'));
 */
export function load<Result = HTMLImageElement>(
  source: ImageSource<Result>,
  options?: LoadOptions,
): Promise<Result> {
  return pagePreloader().load(source, options);
}
