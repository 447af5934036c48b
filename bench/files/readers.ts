// One file read by many callers at once: each for itself, with holdon, and with Flights.

/// <reference path="../contenders/packages.d.ts" />

import { readFile } from 'node:fs';
import { promisify } from 'node:util';
import HoldOn from 'holdon';
import { Flights } from '../../dist/index.js';

/** One caller: resolves when it has the bytes. */
export type Reader = (path: string) => Promise<Buffer>;

const read: Reader = promisify(readFile);

/** holdon as in its documentation, with a promise for each caller, as the others give one. */
function holdon(): Reader {
  const held = HoldOn.create(['callback']);
  type Callback = Parameters<typeof readFile>[1];
  const hold = (path: string, callback: Callback) => {
    if (!held.add(path, callback)) return;
    readFile(path, (error, bytes) => {
      for (const callback of held.remove(path).callback as Callback[]) callback(error, bytes);
    });
  };
  return promisify(hold);
}

function bareMap(): Reader {
  const inFlight = new Map<string, Promise<Buffer>>();
  return (path) => {
    let promise = inFlight.get(path);
    if (!promise) {
      const free = () => void inFlight.delete(path);
      promise = read(path);
      inFlight.set(path, promise);
      promise.then(free, free);
    }
    return promise;
  };
}

function coflight(): Reader {
  const files = new Flights<string, Buffer>();
  const launch = (path: string) => ({ result: read(path), abort() {} });
  return (path) => files.join(path, launch).result;
}

export const readers: Readonly<Record<string, Reader>> = {
  'bare Map': bareMap(),
  coflight: coflight(),
  holdon: holdon(),
  plain: read,
};

export interface Served {
  /** Milliseconds until the last caller has been served. */
  readonly time: number;
  readonly failed: number;
}

/** Makes that many callers read at once. */
export async function serve(reader: Reader, path: string, callers: number): Promise<Served> {
  let failed = 0;
  let [left, end] = [callers, () => {}];
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const served = () => {
    if (--left === 0) end();
  };
  const refused = () => {
    failed++;
    served();
  };
  const from = performance.now();
  for (let caller = 0; caller < callers; caller++) reader(path).then(served, refused);
  await over;
  return { time: performance.now() - from, failed };
}
