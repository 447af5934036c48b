import type { Busy } from './foreground.ts';

/** What `createPreloader` takes. */
export interface PreloaderOptions {
  /** Who else loads in the foreground, the wrapped fetch above all: while any of them does, preloads wait. */
  busy?: Busy | readonly Busy[];
  /** How many images preload at a time. By default 1. */
  lanes?: number;
  /** How many of them may come from one origin. By default as many as there are lanes. */
  lanesPerOrigin?: number;
  /** What happens to preloads where the user saves data or the connection is slow. By default they wait. */
  slow?: 'wait' | 'skip' | 'go';
  /** Milliseconds after which an idle moment is waited for no longer; 0 starts at once. By default 2000. */
  idleTimeout?: number;
  /** Milliseconds that one image may take from its start; `Infinity` for ever. By default 60000. */
  timeout?: number;
  /** Milliseconds after which one foreground call of `busy` holds preloads back no longer. By default 10000. */
  patience?: number;
  /** How many more times an image is tried after a failure that may pass. By default 0. */
  retries?: number;
  /** How many preloaded images are held until they are shown. By default 100. */
  maxHeld?: number;
  /** How many bytes they may take, decoded. By default 256 MiB. */
  maxHeldBytes?: number;
}

export type Settings = Required<Omit<PreloaderOptions, 'busy'>> & { readonly busy: readonly Busy[] };

/** Fills in the defaults; throws where a value cannot be meant. */
export function settingsOf(options: PreloaderOptions): Settings {
  const { busy = [], lanes = 1, slow = 'wait' } = options;
  const settings = {
    lanes,
    lanesPerOrigin: lanes,
    idleTimeout: 2000,
    timeout: 60_000,
    patience: 10_000,
    retries: 0,
    maxHeld: 100,
    maxHeldBytes: 2 ** 28,
    ...options,
    slow,
    busy: [busy].flat() as readonly Busy[],
  };
  for (const name of ['lanes', 'lanesPerOrigin'] as const) expectNumber(name, settings[name], 1);
  for (const name of ['idleTimeout', 'timeout', 'patience', 'retries', 'maxHeld', 'maxHeldBytes'] as const)
    expectNumber(name, settings[name], 0);
  return settings;
}

function expectNumber(name: string, value: unknown, least: number): void {
  if (typeof value === 'number' && value >= least) return;
  throw new (typeof value === 'number' ? RangeError : TypeError)(
    `Expected \`${name}\` to be a number from ${least}, got \`${value}\`.`,
  );
}
