// Callers play against one resource, step by step.

import type { Caller } from './callers.ts';
import type { Moment, Resource } from './resource.ts';
import type { RemoteStage, Room } from './room.ts';
import type { Outcome } from './stage.ts';

export interface Cast {
  readonly caller: Caller;
  readonly stage: RemoteStage;
}

/** Milliseconds after which a caller or a connection counts as one that never ends. */
const settleTimeout = 20_000;

/** The error of a caller that gets no answer. */
export const hangs = 'It never settles.';

export async function within<Value>(promise: Promise<Value>, otherwise: Value): Promise<Value> {
  const timeout = Promise.withResolvers<Value>();
  const timer = setTimeout(() => timeout.resolve(otherwise), settleTimeout);
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}

const each = (cast: readonly Cast[], act: (one: Cast) => Promise<unknown>): Promise<unknown> =>
  Promise.all(cast.map(act));

/** The outcome of one caller. */
export interface Played {
  readonly outcome: Outcome;
  /** True when its abort came before its outcome. */
  readonly wasAborted: boolean;
}

/** Plays all callers against one resource. Returns their outcomes in their order. */
export async function play(resource: Resource, cast: readonly Cast[], room: Room): Promise<Played[]> {
  const aborted = new Set<Cast>();
  const start = ({ caller, stage }: Cast) => stage.start(caller.name, caller.program, resource.url);
  const abort = async (one: Cast) => {
    if (await one.stage.abort(one.caller.name)) aborted.add(one);
  };
  const answered = ({ caller, stage }: Cast) => stage.answered(caller.name);
  const touched = ({ caller, stage }: Cast) => stage.touched(caller.name);
  const outcome = ({ caller, stage }: Cast) => stage.outcome(caller.name);
  const parked = resource.parked.promise;
  /** Waits for callers, as long as the server has more to send. */
  const until = (what: Promise<unknown>) => within(Promise.race([what, parked]), undefined);
  const joining = (joins: Caller['joins']) => cast.filter(({ caller }) => caller.joins === joins);
  const aborting = (when: Caller['aborts']) => cast.filter(({ caller }) => caller.aborts === when);
  const { act } = resource.fault;
  const happen = async (at: Moment, when?: () => Promise<unknown>) => {
    if (act?.at !== at) return;
    if (when) await until(when());
    await room.act?.(act.act, at, resource);
  };
  const [leader, ...early] = joining(undefined) as [Cast, ...Cast[]];

  await start(leader);
  await happen('in the middle of its fetch event');
  await until(Promise.race([resource.asked.promise, outcome(leader)]));
  await each(early, start);
  await room.reached();
  await each(aborting('before the headers'), abort);
  await happen('before the headers');
  resource.open('headers');
  await happen('when the headers are on their way', () => resource.waitsAt('body'));
  await happen('after the headers', () => answered(leader));
  resource.open('body');
  await happen('when the first bytes are on their way', () => resource.waitsAt('rest'));
  await until(touched(leader));
  await each(joining('late'), start);
  await room.reached();
  await until(each(aborting('in mid-body'), touched));
  await each(aborting('in mid-body'), abort);
  await happen('in mid-body');
  resource.open('rest');
  await until(
    each(
      cast.filter(({ caller }) => caller.program !== 'slow'),
      outcome,
    ),
  );
  await happen('after the body, before the last caller reads it');
  await each(cast, ({ caller, stage }) => stage.release(caller.name));
  await until(each(cast, outcome));
  // Callers that still wait for a silent server are aborted, also the native ones.
  if (resource.isParked) await each(cast, abort);
  return Promise.all(
    cast.map(async (one) => ({
      outcome: await within(outcome(one), { error: hangs }),
      wasAborted: aborted.has(one),
    })),
  );
}
