import type { Busy } from './foreground.ts';
import { refuse } from './refuse.ts';

/** What `createPreloader` takes. */
export interface PreloaderOptions {
  /** Who else loads in the foreground, the wrapped fetch above all: while any of them does, preloads wait. */
  busy?: Busy | readonly Busy[];
  /** How many images preload at a time. By default 1. */
  lanes?: number;
  /** How many of them may come from one origin. By default as many as there are lanes. */
  lanesPerOrigin?: number;
  /** What preloads do where the user saves data or the connection is slow. By default they wait. */
  slow?: 'wait' | 'skip' | 'go';
  /** Milliseconds after which preloads wait for an idle moment of the page no longer. By default 5000. */
  idleTimeout?: number;
  /** Milliseconds after which one preload goes through although `busy` is. By default 10000. */
  patience?: number;
  /** Milliseconds that one image may take from its start. By default 60000. */
  timeout?: number;
  /** How many preloaded images are held until they are shown. By default 100. */
  maxHeld?: number;
  /** How many bytes these may take, decoded. By default 256 MiB. */
  maxHeldBytes?: number;
}

export type Settings = Required<Omit<PreloaderOptions, 'busy'>> & { readonly busy: readonly Busy[] };

const limits = {
  lanes: 1,
  lanesPerOrigin: Infinity,
  idleTimeout: 5000,
  patience: 10_000,
  timeout: 60_000,
  maxHeld: 100,
  maxHeldBytes: 2 ** 28,
};

/** Fills in the defaults; throws where a value cannot be meant. */
export function settingsOf(options: PreloaderOptions): Settings {
  const { slow = 'wait', busy = [] } = options;
  const settings: Settings = { ...limits, slow, busy: [busy].flat() };
  let name: keyof typeof limits;
  for (name in limits) {
    const value = options[name] ?? limits[name];
    const least = /^lanes/.test(name) ? 1 : 0;
    const isNumber = typeof value === 'number';
    if (!isNumber || !(value >= least) || value % 1)
      refuse(name, `a whole number from ${least}`, value, isNumber ? RangeError : TypeError);
    settings[name] = value;
  }
  if (!/^(wait|skip|go)$/.test(slow)) refuse('slow', "'wait', 'skip' or 'go'", slow);
  for (const one of settings.busy) if (!Object(one).stats) refuse('busy', 'a wrapped fetch', one);
  return settings;
}
