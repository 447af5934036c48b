// Brings the results of a room up to date when only some of its mutants have been tried.

import { commitOfSource } from '../../scripts/reliability.ts';
import type { Mutant } from './pass.ts';
import {
  changesOf,
  isAlive,
  isTried,
  type RoomResults,
  type Survivor,
  survivorOf,
  textOf,
  timedOut,
} from './results.ts';

/** Brings the results of a room up to date after some of its survivors have been tried again, with these mutants. */
export function updated(
  before: RoomResults,
  again: readonly Survivor[],
  mutants: readonly Mutant[],
): RoomResults {
  const others = before.survivors.filter((one) => !again.includes(one));
  const survivors = [...others, ...mutants.filter(isAlive).map(survivorOf)];
  const gone = again.length - mutants.length;
  const tried = before.tried - gone;
  const late = before.timedOut + mutants.filter(timedOut).length;
  return {
    ...before,
    mutants: before.mutants - gone,
    tried,
    killed: tried - late - survivors.length,
    timedOut: late,
    survivors,
    again: commitOfSource(),
  };
}

/**
 * Adds mutants of lines that have changed to the results of a room, which has so many mutants now. The mutants of other
 * lines count as they did: only those that were alive are still known.
 */
export function extended(before: RoomResults, mutants: readonly Mutant[], count: number): RoomResults {
  const again = mutants.filter(isTried);
  const texts = new Set(again.map((mutant) => textOf(survivorOf(mutant))));
  const others = before.survivors.filter((one) => !texts.has(textOf(one)) && changesOf(one).length > 0);
  const survivors = [...others, ...again.filter(isAlive).map(survivorOf)];
  const tried = count - (before.mutants - before.tried);
  const late = Math.min(before.timedOut + again.filter(timedOut).length, tried - survivors.length);
  return {
    ...before,
    mutants: count,
    tried,
    killed: tried - late - survivors.length,
    timedOut: late,
    survivors,
    again: commitOfSource(),
  };
}
