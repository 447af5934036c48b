export { createPreloader } from './create-preloader.ts';
export type { Busy } from './foreground.ts';
export type { Group, Progress } from './group.ts';
export type { Kind } from './kind.ts';
export type { ImageDetail, Outcome } from './loads.ts';
export type { PreloaderOptions } from './options.ts';
export type { Preloader, PreloaderStats } from './preloader.ts';
export type { ImageRequest, ImageSource } from './source.ts';
