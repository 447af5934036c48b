// One trial: a fault, all callers at once on one resource, beside each of them alone and native on its own resource.

import { isDeepStrictEqual } from 'node:util';
import { type Caller, callers, next } from './callers.ts';
import { type Played, play, within } from './play.ts';
import type { Fault, Resource } from './resource.ts';
import type { RemoteStage, Room } from './room.ts';
import type { Chaos } from './server.ts';
import type { Outcome } from './stage.ts';

/** How the outcomes of one caller compare. */
export interface Comparison {
  readonly caller: string;
  readonly native: Outcome;
  readonly shared: Outcome;
  /** `message`: the error is of the same class, and its message is another one. `known`: see known.ts. */
  readonly as: 'same' | 'message' | 'known' | 'different';
}

export interface Result {
  readonly fault: string;
  readonly comparisons: readonly Comparison[];
  /** Broken promises that are no outcome of a caller: a flight in the table, a rejection that nobody handles. */
  readonly problems: readonly string[];
  /** True when the problems are documented. */
  readonly isLeftKnown?: boolean;
  /** Requests of all shared callers together. */
  readonly requests: number;
}

/** The same caller in a trial of its own. */
const asLeader = ({ name, program, aborts }: Caller): Caller => ({
  name,
  program,
  ...(aborts && { aborts }),
});

/** Returns the outcome of each caller when it is alone and native. */
async function alone<Wire>(fault: Fault<Wire>, chaos: Chaos<Wire>, room: Room): Promise<Played[]> {
  const played: Played[] = [];
  for (const caller of callers) {
    const resource = (await chaos.resource(fault)) as Resource;
    played.push(...(await play(resource, [{ caller: asLeader(caller), stage: room.native }], room)));
  }
  return played;
}

/**
 * Compares a caller with native ones. A caller whose abort came too late has the outcome of one that did not abort.
 */
function compare(caller: Caller, shared: Played, native: readonly Played[]): Comparison {
  const at = callers.indexOf(caller);
  const like = callers.findIndex(({ program, aborts }) => program === caller.program && !aborts);
  const isLate = caller.aborts && !shared.wasAborted;
  const wanted = native[isLate ? like : Math.max(at, 0)]?.outcome as Outcome;
  return {
    caller: caller.name,
    native: wanted,
    shared: shared.outcome,
    as: likeness(wanted, shared.outcome),
  };
}

function likeness(native: Outcome, shared: Outcome): Comparison['as'] {
  if (isDeepStrictEqual(native, shared)) return 'same';
  const isSame = isDeepStrictEqual({ ...native, message: '' }, { ...shared, message: '' });
  return isSame ? 'message' : 'different';
}

/** Makes another call after all others have ended. */
async function afterwards(resource: Resource, stage: RemoteStage, room: Room): Promise<Played> {
  resource.close();
  const [played] = await play(resource, [{ caller: next, stage }], room);
  return played as Played;
}

/** Returns broken promises that are no outcome of a caller. */
async function leftBy(resource: Resource, room: Room): Promise<string[]> {
  const problems: string[] = [];
  const over = resource.over().then(() => true);
  if (!(await within(over, false))) problems.push('A connection is left.');
  const inFlight = await room.inFlight();
  if (inFlight) problems.push(`${inFlight} flights are left.`);
  return [...problems, ...(await room.problems())];
}

export async function tryOut<Wire>(fault: Fault<Wire>, chaos: Chaos<Wire>, room: Room): Promise<Result> {
  const native = await alone(fault, chaos, room);
  const again = (await chaos.resource(fault)) as Resource;
  await play(again, [{ caller: next, stage: room.native }], room);
  const nativeNext = await afterwards(again, room.native, room);

  const resource = (await chaos.resource(fault)) as Resource;
  const stages = room.shared;
  const cast = callers.map((caller, at) => ({ caller, stage: stages[at % stages.length] as RemoteStage }));
  const shared = await play(resource, cast, room);
  const { requests } = resource;
  const sharedNext = await afterwards(resource, stages[0] as RemoteStage, room);

  const problems = await leftBy(resource, room);
  await Promise.all([room.native, ...stages].map((stage) => stage.clear()));
  const comparisons = callers.map((caller, at) => compare(caller, shared[at] as Played, native));
  comparisons.push(compare(next, sharedNext, [nativeNext]));
  return { fault: fault.name, comparisons, problems, requests };
}
