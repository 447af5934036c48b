import { type ImageSource, load, type Preloader, preload } from '../preload/index.ts';

/** How a hook loads. */
export interface HookOptions {
  /** Whose queue the images go through. Default: the page's own. Must be the same object in each render. */
  readonly images?: Pick<Preloader, 'load' | 'preload'> | undefined;
}

/** The page's own preloader. It is made when a component has mounted, never on a server. */
export const page: Pick<Preloader, 'load' | 'preload'> = { load, preload };

/** Equal for two sources exactly when their members are. Components make their sources anew in each render. */
export function keyOf(source: ImageSource): string {
  if (typeof source === 'string' || source instanceof URL) return JSON.stringify([String(source)]);
  const { src, srcset, sizes, crossOrigin, referrerPolicy, as, priority } = source;
  return JSON.stringify([String(src), srcset, sizes, crossOrigin, referrerPolicy, as?.name, priority]);
}
