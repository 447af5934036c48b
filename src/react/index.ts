export type { HookOptions } from './hook-options.ts';
export type { ImageProps, LoadedImage } from './loaded-image.ts';
export { type ImageState, useImage } from './use-image.ts';
export { type Preloading, usePreload } from './use-preload.ts';
export { useSuspenseImage } from './use-suspense-image.ts';
