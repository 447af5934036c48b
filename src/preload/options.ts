import { checkOptions, type OptionKinds } from '../options/check.ts';
import { bytes, isFunction, milliseconds, oneOf, wholeNumberFrom } from '../options/kinds.ts';
import type { Busy } from './busy.ts';
import type { LoadOptions } from './preloader.ts';

/** Options of `createPreloader`. */
export interface PreloaderOptions {
  /** Other sources that load in the foreground, such as the wrapped fetch. While one of them loads, preloads wait. */
  readonly busy?: Busy | readonly Busy[] | undefined;
  /** How many images preload at a time. Default 1. */
  readonly lanes?: number | undefined;
  /** How many images of one origin preload at a time. Default: as many as there are lanes. */
  readonly lanesPerOrigin?: number | undefined;
  /**
   * What preloads do when the user saves data or the connection is slow: they wait for its end (`'wait'`, default), end as
   * aborted (`'skip'`), or load (`'go'`).
   */
  readonly slow?: 'wait' | 'skip' | 'go' | undefined;
  /** Milliseconds after which preloads no longer wait for an idle moment of the page. Default 5000. */
  readonly idleTimeout?: number | undefined;
  /**
   * Milliseconds after which a call of `busy` no longer holds preloads. After the same time without any preload, one
   * preload starts, whatever else is under way. Default 10,000.
   */
  readonly busyTimeout?: number | undefined;
  /** Milliseconds that one image may take, from its start. Default 60,000. */
  readonly loadTimeout?: number | undefined;
  /** How many preloaded images are held for callers. Default 100. */
  readonly maxHeld?: number | undefined;
  /** How many bytes these images may take, decoded. Default 256 MiB. */
  readonly maxHeldBytes?: number | undefined;
}

/** The options with their defaults. */
export type Settings = {
  readonly [Name in keyof PreloaderOptions]-?: NonNullable<PreloaderOptions[Name]>;
};

const isBusy = (value: unknown) => {
  const { stats, addEventListener, preload } = Object(value);
  return isFunction(stats) && isFunction(addEventListener) && !preload;
};
const count = /* @__PURE__ */ wholeNumberFrom(1);

const kinds: OptionKinds<PreloaderOptions> = {
  busy: {
    expected: 'a wrapped fetch, pageActivity() or a list of them',
    accepts: (value) => [value].flat().every(isBusy),
  },
  lanes: count,
  lanesPerOrigin: count,
  slow: /* @__PURE__ */ oneOf('wait', 'skip', 'go'),
  idleTimeout: milliseconds,
  busyTimeout: milliseconds,
  loadTimeout: milliseconds,
  maxHeld: /* @__PURE__ */ wholeNumberFrom(0),
  maxHeldBytes: bytes,
};

/** The options of `load`. */
export const loadKinds: OptionKinds<LoadOptions> = {
  signal: {
    expected: 'an AbortSignal',
    accepts: (value) => value === null || isFunction(Object(value).addEventListener),
  },
};

const defaults: Settings = {
  busy: [],
  lanes: 1,
  lanesPerOrigin: Infinity,
  slow: 'wait',
  idleTimeout: 5000,
  busyTimeout: 10_000,
  loadTimeout: 60_000,
  maxHeld: 100,
  maxHeldBytes: 2 ** 28,
};

/** Fills in the defaults. Throws for a wrong option. */
export function settingsOf(options: PreloaderOptions): Settings {
  return { ...defaults, ...checkOptions(options, kinds) } as Settings;
}
