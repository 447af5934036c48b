// The wrapped fetch and the preloader in one file, to copy or to load from a CDN. An import map leads both names to it.

export { coalesce, createFetch, explain, Flights } from './index.ts';
export {
  asBitmap,
  asBlob,
  createPreloader,
  load,
  pageActivity,
  preload,
  watchImages,
} from './preload/index.ts';
