// All that a page imports, as one file to copy or to load from a CDN. An import map leads each name to it.

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
