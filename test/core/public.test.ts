// The core as users import it: a launch may do anything, and nothing hangs or rejects unhandled.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import * as coflight from '../../src/index.ts';
import { deferred } from '../support/deferred.ts';
import { unhandled } from '../support/unhandled.ts';

const { Flights, coalesce } = coflight;

/** Returns the state of a promise after a few turns of the event loop. */
async function soon(promise: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'pending';
  promise.then(
    (value) => (outcome = value),
    (error) => (outcome = error),
  );
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  return outcome;
}

describe('a launch that joins its own key', () => {
  test('launches a second flight, and both callers get a value (#12)', async () => {
    const flights = new Flights<string, string>();
    let inner: Promise<string> | undefined;
    const outer = flights.join('key', () => {
      inner ??= flights.join('key', async () => 'inner').result;
      return Promise.resolve('outer');
    });
    expect(await soon(outer.result)).toBe('outer');
    expect(await soon(inner as Promise<string>)).toBe('inner');
    expect(flights.inFlight).toBe(0);
  });

  test('A launch that joins its own key and waits for it does not wait for itself (#12)', async () => {
    const flights = new Flights<string, string>();
    let depth = 0;
    const launch = async (): Promise<string> =>
      depth++ ? 'inner' : `outer, ${await flights.join('key', launch).result}`;
    expect(await soon(flights.join('key', launch).result)).toBe('outer, inner');
  });

  test('A launch that joins its own key without end is an error and no overflow (#12)', async () => {
    const flights = new Flights<string, string>();
    const launch = (): Promise<string> => flights.join('key', launch).result;
    const outcome = await soon(flights.join('key', launch).result);
    expect(outcome).toBeInstanceOf(RangeError);
    expect((outcome as Error).message).not.toMatch(/call stack/);
    expect(flights.inFlight).toBe(0);
  });

  test('leaves the key to the flight that came last, and to no dead one', async () => {
    const flights = new Flights<string, string>();
    const gate = deferred<string>();
    const outer = flights.join('key', () => {
      void flights.join('key', async () => 'inner').result;
      return gate.promise;
    });
    await setImmediate();
    const launch = vi.fn(async () => 'fresh');
    const later = flights.join('key', launch);
    gate.resolve('outer');
    expect(['outer', 'fresh']).toContain(await soon(later.result));
    expect(await soon(outer.result)).toBe('outer');
    expect(flights.inFlight).toBe(0);
  });
});

describe('forget() inside a launch', () => {
  test('forgets the flight that is being launched as well (#12)', async () => {
    const flights = new Flights<string, string>();
    const gate = deferred<string>();
    const launch = vi.fn(() => {
      flights.forget();
      return gate.promise;
    });
    const one = flights.join('key', launch);
    const other = flights.join('key', launch);
    expect(launch).toHaveBeenCalledTimes(2);
    gate.resolve('answer');
    expect([await soon(one.result), await soon(other.result)]).toEqual(['answer', 'answer']);
    expect(flights.inFlight).toBe(0);
  });

  test('`forget()` inside a launch of another key forgets that one alone', async () => {
    const flights = new Flights<string, string>();
    const launch = vi.fn(async () => 'answer');
    flights.join('other', launch);
    flights.join('key', () => {
      flights.forget((key) => key === 'other');
      return launch();
    });
    flights.join('key', launch);
    flights.join('other', launch);
    expect(launch).toHaveBeenCalledTimes(3);
  });
});

describe('a flight that fails', () => {
  const error = new Error('failed');

  test.each<[string, () => Promise<string>]>([
    ['with a rejection', () => Promise.reject(error)],
    [
      'with a throw',
      () => {
        throw error;
      },
    ],
    [
      'with a value that is a rejection',
      // biome-ignore lint/suspicious/noThenProperty: a promise of another kind, which does not unwrap its value
      () => ({ then: (done: (value: unknown) => void) => done(Promise.reject(error)) }) as never,
    ],
  ])('%s rejects nothing unhandled where nobody reads its result (#12)', async (_, launch) => {
    expect(
      await unhandled(() => {
        const flights = new Flights<string, string>();
        flights.join('key', launch);
        flights.join('key', launch);
      }),
    ).toEqual([]);
  });

  test('rejects every subscriber that reads its result with the same error', async () => {
    const flights = new Flights<string, string>();
    const launch = () => Promise.reject(error);
    const results = [1, 2, 3].map(() => flights.join('key', launch).result);
    for (const result of results) await expect(result).rejects.toBe(error);
  });
});

describe('a launch that returns no work', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a string', 'bytes'],
    ['an object without a result', {}],
    ['an object whose result is no promise', { result: 'bytes' }],
    ['an object whose abort is no function', { result: new Promise(() => {}), abort: 'now' }],
    ['a function', () => {}],
  ])('rejects with a clear TypeError: %s (#12)', async (_, work) => {
    const flights = new Flights<string, string>();
    const subscribers = [1, 2].map(() => flights.join('key', () => work as never));
    for (const { result } of subscribers) {
      const outcome = await soon(result);
      expect(outcome).toBeInstanceOf(TypeError);
      // The message names the expected value, not an internal error.
      expect((outcome as Error).message).toMatch(/^Expected .*(launch|work|promise|result|abort)/);
      expect((outcome as Error).message).not.toMatch(/Cannot read|is not a function/);
    }
    expect(flights.inFlight).toBe(0);
  });
});

describe('leave()', () => {
  test('`leave()` by a subscriber that has left does not count for another (#12)', async () => {
    const flights = new Flights<string, string>();
    const gate = deferred<string>();
    const abort = vi.fn();
    const [one, other, third] = [1, 2, 3].map(() =>
      flights.join('key', () => ({ result: gate.promise, abort })),
    );
    for (let times = 0; times < 5; times++) one?.leave();
    await setImmediate();
    expect(abort).not.toHaveBeenCalled();
    gate.resolve('answer');
    expect(await soon(other?.result as Promise<string>)).toBe('answer');
    third?.leave();
    third?.leave();
    await setImmediate();
    expect(abort).not.toHaveBeenCalled();
  });

  test('`leave()` by the last one, twice, aborts once, with the first reason (#12)', async () => {
    const flights = new Flights<string, string>();
    const abort = vi.fn();
    const one = flights.join('key', () => ({ result: new Promise<string>(() => {}), abort }));
    one.result.catch(() => {});
    one.leave('first');
    one.leave('second');
    await setImmediate();
    expect(abort).toHaveBeenCalledExactlyOnceWith('first');
  });

  test('within the launch aborts the work that it returns (#12)', async () => {
    const flights = new Flights<string, string>();
    const controller = new AbortController();
    const abort = vi.fn();
    const launch = () => {
      controller.abort('in the launch');
      return { result: new Promise<string>(() => {}), abort };
    };
    const one = flights.join('key', launch, { signal: controller.signal });
    expect(await soon(one.result)).toBe('in the launch');
    expect(abort).toHaveBeenCalledExactlyOnceWith('in the launch');
    expect(flights.inFlight).toBe(0);
  });
});

describe('the exports', () => {
  test('are those that users need: no constructor of a flight or of a subscriber (#12)', () => {
    expect(Object.keys(coflight).sort()).toEqual(['Flights', 'coalesce', 'createFetch', 'explain']);
  });
});

describe('coalesce', () => {
  test('rejects, and does not throw, where its function returns nothing or throws', async () => {
    const nothing = coalesce((path: string) => void path);
    expect(await soon(nothing('a'))).toBeUndefined();
    const error = new Error('failed');
    const failing = coalesce((_: string): never => {
      throw error;
    });
    expect(await soon(failing('a'))).toBe(error);
    expect([nothing.inFlight, failing.inFlight]).toEqual([0, 0]);
  });

  test('A coalesced function that calls itself with the same arguments does not wait for itself (#12)', async () => {
    let depth = 0;
    const read: (path: string) => Promise<string> = coalesce(
      async (path: string): Promise<string> => (depth++ ? 'inner' : `outer, ${await read(path)}`),
    );
    const outcome = await soon(read('a'));
    expect(outcome === 'outer, inner' || outcome instanceof Error).toBe(true);
  });
});
