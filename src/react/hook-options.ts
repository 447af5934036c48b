import { checkOptions, type OptionKinds } from '../options/check.ts';
import { withMethod } from '../options/kinds.ts';
import { load, type Preloader, preload } from '../preload/index.ts';

/** Options of a hook. */
export interface HookOptions {
  /** The preloader whose queue is used. Default: the page's own. It must be the same object in each render. */
  readonly images?: Pick<Preloader, 'load' | 'preload'> | undefined;
}

/** The page's own preloader. It is made at its first use. On a server it loads nothing. */
const page: Pick<Preloader, 'load' | 'preload'> = { load, preload };

const kinds: OptionKinds<HookOptions> = { images: /* @__PURE__ */ withMethod('preload', 'a preloader') };

/** Returns the preloader that a hook uses. Throws a `TypeError` for a wrong option. */
export const preloaderOf = (options: HookOptions): typeof page => checkOptions(options, kinds).images ?? page;
