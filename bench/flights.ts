// What joining costs: each caller asks for a key, is told, and that is all. In every sample the same number of calls
// is made, over as many keys as it takes. The floor is a bare `Map` of promises, which nobody can leave.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Flights } from '../dist/index.js';
import type { Context, Row } from './support/benchmark.ts';
import { interleave } from './support/interleave.ts';
import { peer } from './support/peers.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'flights';
export const title = 'What a call costs where many ask for one key at one time';
export const unit = 'ns a call';
export const peers = true;

type Work = () => Promise<number>;
/** Asks for a key; `told` is called with what came of it. */
type Ask = (key: string, work: Work, told: (value: number) => void) => void;

const calls = 100_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function bareMap(): Ask {
  const inFlight = new Map<string, Promise<number>>();
  return (key, work, told) => {
    let promise = inFlight.get(key);
    if (!promise) {
      const free = () => void inFlight.delete(key);
      promise = work();
      inFlight.set(key, promise);
      promise.then(free, free);
    }
    promise.then(told);
  };
}

function coflight(): Ask {
  const flights = new Flights<string, number>();
  return (key, work, told) => {
    flights.join(key, () => ({ result: work(), abort() {} })).result.then(told);
  };
}

async function promiseInflight(): Promise<Ask> {
  const { default: inflight } = await peer<{
    default: (key: string, work: Work) => Promise<number>;
  }>('promise-inflight');
  return (key, work, told) => void inflight(key, work).then(told);
}

async function promiseCoalesce(): Promise<Ask> {
  const { coalesceAsync } = await peer<{
    coalesceAsync: (key: string, work: Work) => Promise<number>;
  }>('promise-coalesce');
  return (key, work, told) => void coalesceAsync(key, work).then(told);
}

interface Held {
  add(key: string, told: (value: number) => void): boolean;
  remove(key: string): { told: ((value: number) => void)[] };
}

/** It has no promises: whoever comes leaves a callback, and a failure is nobody's. */
async function holdon(): Promise<Ask> {
  const { default: HoldOn } = await peer<{ default: { create(names: string[]): Held } }>('holdon');
  const held = HoldOn.create(['told']);
  return (key, work, told) => {
    if (!held.add(key, told)) return;
    work().then((value) => {
      for (const waiting of held.remove(key).told) waiting(value);
    });
  };
}

/** The same for callers who want a promise, as all the others give one. */
const promised =
  (ask: Ask): Ask =>
  (key, work, told) =>
    void new Promise<number>((resolve) => ask(key, work, resolve)).then(told);

/** From the first call until the last caller has been told. */
function timed(ask: Ask, callers: number): () => Promise<number> {
  const keys = Array.from({ length: calls / callers }, (_, at) => `/tiles/${at}.png`);
  return async () => {
    collect();
    const { promise: gate, resolve: open } = Promise.withResolvers<number>();
    const { promise: allTold, resolve: end } = Promise.withResolvers<void>();
    const work = () => gate.then((value) => value + 1);
    let left = calls;
    const told = () => {
      if (--left === 0) end();
    };
    const from = performance.now();
    for (const key of keys) for (let caller = 0; caller < callers; caller++) ask(key, work, told);
    open(1);
    await allTold;
    return ((performance.now() - from) * 1e6) / calls;
  };
}

export async function run({ quick, progress }: Context): Promise<readonly Row[]> {
  const contenders = {
    'bare Map': bareMap(),
    coflight: coflight(),
    holdon: await holdon(),
    'holdon, promised': promised(await holdon()),
    'promise-inflight': await promiseInflight(),
    'promise-coalesce': await promiseCoalesce(),
  };
  const rows: Row[] = [];
  for (const callers of [1, 1_000, 100_000]) {
    const group = `${callers.toLocaleString('en')} ${callers === 1 ? 'caller' : 'callers'} a key`;
    progress(group);
    const turns = Object.entries(contenders).map(([contender, ask]) => [contender, timed(ask, callers)]);
    rows.push(...rowsOf(await interleave(Object.fromEntries(turns), quick ? 15 : 61), { group }));
  }
  return rows;
}
