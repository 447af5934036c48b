// What is measured in one place.

import { setTimeout as sleep } from 'node:timers/promises';
import { commitOfSource } from '../../scripts/reliability.ts';
import type { Crowded, Place } from './place.ts';
import type { LoadServer } from './server.ts';

export interface Figures {
  readonly place: string;
  /** The last commit that had changed `src/`. */
  readonly at: string;
  readonly version: string;
  readonly seconds: number;
  readonly calls: number;
  readonly requests: number;
  /** What was wrong, in words: at most ten of each round. */
  readonly wrong: readonly string[];
  /** The median of the heap in the first and in the last third, in bytes. */
  readonly heap: { readonly first: number; readonly last: number };
  /** Many flights at once, each with two callers, and as many native calls. */
  readonly crowd: Crowded & { readonly flights: number; readonly native: Crowded };
  readonly shared: {
    readonly bytes: number;
    readonly readers: number;
    readonly requests: number;
    /** Bytes of memory more than before, at most: of the heap after a collection, and of the process. */
    readonly heap: number;
    /** Undefined where it cannot be told, and where the process has given back memory of the trials before. */
    readonly resident: number | undefined;
  };
}

/** Milliseconds of one round. Then all calls end, and the memory is measured. */
const roundTime = 10_000;
/** The most calls of one round of one tab, so that the load is bounded on a quick machine, too. */
const mostCalls = 20_000;
const flights = 10_000;
const [sharedBytes, readers] = [2 ** 30, 3];

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Waits until nothing is in flight and every answer has ended. Returns what does not end within 30 s. */
async function quiet(place: Place, server: LoadServer): Promise<string[]> {
  for (let turn = 0; turn < 300; turn++) {
    // The last bodies that no one reads are collected.
    await place.memory();
    if (!server.open() && !(await place.inFlight())) return [];
    await sleep(100);
  }
  return [`${await place.inFlight()} flights and ${server.open()} answers do not end.`];
}

/** Plays the mixture for that time. */
async function mixed(place: Place, server: LoadServer, seconds: number) {
  const heaps: number[] = [];
  const wrong: string[] = [];
  let calls = 0;
  const time = Math.min(roundTime, (seconds * 1000) / 6);
  const end = performance.now() + seconds * 1000;
  // The first round compiles and caches.
  await place.round(time, mostCalls);
  while (performance.now() < end) {
    const round = await place.round(time, mostCalls);
    calls += round.calls;
    const its = [...round.wrong, ...(await quiet(place, server)), ...(await place.problems())];
    for (const what of its) console.log(what);
    wrong.push(...its);
    heaps.push((await place.memory()).heap);
    console.log(`${place.name}: ${calls} calls, ${(heaps.at(-1) ?? 0) >> 10} KiB, ${wrong.length} wrong`);
  }
  const third = Math.max(1, Math.floor(heaps.length / 3));
  return { calls, wrong, heap: { first: median(heaps.slice(0, third)), last: median(heaps.slice(-third)) } };
}

/** Lets callers share one long body, and measures the memory meanwhile. */
async function long(place: Place, server: LoadServer) {
  const before = await place.memory();
  const { requests } = server;
  const at = requests();
  let [heap, resident] = [0, 0];
  let isDone = false;
  const url = `${server.origin}/load?size=${sharedBytes}&gate`;
  const read = place
    .share(readers, url, () => server.openGate())
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    const now = await place.memory();
    heap = Math.max(heap, now.heap - before.heap);
    resident = Math.max(resident, (now.resident ?? 0) - (before.resident ?? 0));
    await sleep(100);
  }
  const right = (await read).filter((bytes) => bytes === sharedBytes).length;
  const wrong =
    right === readers ? [] : [`${readers - right} readers of the long body have not read all of it.`];
  const shared = { bytes: sharedBytes, readers, requests: requests() - at, heap };
  return { wrong, shared: { ...shared, resident: resident || undefined } };
}

export async function measure(place: Place, server: LoadServer, seconds: number): Promise<Figures> {
  // The commit of now: another one may come while it measures.
  const at = commitOfSource();
  const before = server.requests();
  const load = await mixed(place, server, seconds);
  const requests = server.requests() - before;
  const crowd = { ...(await place.crowd(flights)), flights, native: await place.crowd(flights, 'native') };
  const left = await quiet(place, server);
  const { wrong, shared } = await long(place, server);
  left.push(...(await quiet(place, server)), ...(await place.problems()));
  return {
    place: place.name,
    at,
    version: place.version,
    seconds,
    calls: load.calls,
    requests,
    wrong: [...load.wrong, ...left, ...wrong],
    heap: load.heap,
    crowd,
    shared,
  };
}
