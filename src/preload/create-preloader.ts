import { ImagePreloader } from './image-preloader.ts';
import type { PreloaderOptions } from './options.ts';
import type { Preloader } from './preloader.ts';

/**
 * Makes a queue for the images of a page. Images preload one at a time, and preloads step aside for images that are
 * wanted now. A page needs one preloader. Throws a `TypeError` or a `RangeError` for a wrong option.
 *
 * @example
 * const images = createPreloader({ busy: fetch });
 * const gallery = images.preload('1.jpg', '2.jpg');
 * const image = await images.load('2.jpg');
 */
export function createPreloader(options: PreloaderOptions = {}): Preloader {
  return new ImagePreloader(options) as Preloader;
}
