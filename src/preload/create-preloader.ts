import { ImagePreloader } from './image-preloader.ts';
import type { PreloaderOptions } from './options.ts';
import type { Preloader } from './preloader.ts';

/**
 * Makes a queue for the images of a page: what is preloaded goes one at a time and steps aside for what is wanted
 * now. One is enough for a page. Throws a `TypeError` or a `RangeError` for an option that cannot be meant.
 *
 * @example
 * const images = createPreloader({ busy: fetch });
 * const gallery = images.preload('1.jpg', '2.jpg');
 * const image = await images.load('2.jpg');
 */
export function createPreloader(options: PreloaderOptions = {}): Preloader {
  return new ImagePreloader(options) as Preloader;
}
