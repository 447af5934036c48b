// The messages between the front and its panels.

import type { Figures } from '../panel/figures.ts';
import type { StackName } from './stacks.ts';

/** From the front to a panel. */
export type Command =
  | { readonly type: 'stack'; readonly stack: StackName }
  | { readonly type: 'go'; readonly view: number }
  | { readonly type: 'again' | 'race' | 'stop' | 'restart' | 'preload' }
  /** Ask the server what it has counted: it may be gone. */
  | { readonly type: 'look' }
  | { readonly type: 'pick'; readonly name: string }
  /** One tile, four maps: they ask, the server begins to answer, all of it is forgotten. */
  | { readonly type: 'step'; readonly step: 'ask' | 'release' | 'reset' }
  /** Milliseconds that the waterfall spans at least, so that panels can be compared. */
  | { readonly type: 'span'; readonly span: number };

/** From a panel to the front. */
export type News =
  | { readonly type: 'ready' }
  | { readonly type: 'figures'; readonly figures: Figures }
  /** A picture was picked in one panel, for all. */
  | { readonly type: 'picked'; readonly name: string }
  /** The race is over here, however it ended. */
  | { readonly type: 'raced' };
