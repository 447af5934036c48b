// The core, and packages that coalesce asynchronous work by a key.

/// <reference path="./packages.d.ts" />

import { QueryClient } from '@tanstack/query-core';
import HoldOn from 'holdon';
import pMemoize from 'p-memoize';
import { coalesceAsync } from 'promise-coalesce';
import inflight from 'promise-inflight';
import { Flights } from '../../dist/index.js';

export type Work<Value> = () => Promise<Value>;

/** Asks for a key. `told` is called with the result, `failed` with the error. */
export type Ask<Value> = (
  key: string,
  work: Work<Value>,
  told: (value: Value) => void,
  failed?: (error: unknown) => void,
) => void;

/** The contenders, each with its own table. */
export type Keyed = <Value>() => Ask<Value>;

/** A `Map` of promises, which no caller can leave: nothing could be faster. */
export function bareMap<Value>(): Ask<Value> {
  const inFlight = new Map<string, Promise<Value>>();
  return (key, work, told, failed) => {
    let promise = inFlight.get(key);
    if (!promise) {
      const free = () => void inFlight.delete(key);
      promise = work();
      inFlight.set(key, promise);
      promise.then(free, free);
    }
    promise.then(told, failed);
  };
}

export function coflight<Value>(): Ask<Value> {
  const flights = new Flights<string, Value>();
  return (key, work, told, failed) => {
    flights.join(key, work).result.then(told, failed);
  };
}

/** holdon has no promises: each caller passes a callback. */
function holdon<Value>(): Ask<Value> {
  const held = HoldOn.create(['told', 'failed']);
  return (key, work, told, failed) => {
    if (!held.add(key, told, failed)) return;
    work().then(
      (value) => {
        for (const tell of held.remove(key).told as ((value: Value) => void)[]) tell(value);
      },
      (error) => {
        for (const fail of held.remove(key).failed as (typeof failed)[]) fail?.(error);
      },
    );
  };
}

/** holdon for callers that want a promise, as all other contenders give one. */
function promised<Value>(): Ask<Value> {
  const ask = holdon<Value>();
  return (key, work, told, failed) =>
    void new Promise<Value>((resolve, reject) => ask(key, work, resolve, reject)).then(told, failed);
}

/** p-memoize passes the key to the work. It is set to keep no results. */
function memoized<Value>(): Ask<Value> {
  const call = pMemoize((_: string, work: Work<Value>) => work(), { cache: false });
  return (key, work, told, failed) => void call(key, work).then(told, failed);
}

function coalesced<Value>(): Ask<Value> {
  return (key, work, told, failed) => void coalesceAsync(key, work).then(told, failed);
}

function inflighted<Value>(): Ask<Value> {
  return (key, work, told, failed) => void inflight(key, work).then(told, failed);
}

/** TanStack Query, with stale results, no retries and no timers. */
export const queryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: 0, gcTime: Infinity, retry: false, networkMode: 'always' } },
  });

function tanstack<Value>(): Ask<Value> {
  const client = queryClient();
  return (key, work, told, failed) =>
    void client.fetchQuery({ queryKey: [key], queryFn: work }).then(told, failed);
}

/** All contenders, the floor first. */
export const keyed: Readonly<Record<string, Keyed>> = {
  'bare Map': bareMap,
  coflight,
  holdon,
  'holdon, promised': promised,
  'promise-inflight': inflighted,
  'promise-coalesce': coalesced,
  'p-memoize': memoized,
  'TanStack Query': tanstack,
};
