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

/** Preloads images of the page, one after another, with the page's own preloader. */
export function preload<Result = HTMLImageElement>(...sources: ImageSource<Result>[]): Group<Result> {
  return pagePreloader().preload(...sources);
}

/** Loads an image now, with the page's own preloader. Its preloads step aside. */
export function load<Result = HTMLImageElement>(
  source: ImageSource<Result>,
  options?: LoadOptions,
): Promise<Result> {
  return pagePreloader().load(source, options);
}
