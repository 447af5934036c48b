// What a caller hands in may throw: `abort`, `onAbort`, a signal of its own, a promise of another kind. The flights of
// other callers must not notice.

import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Flights } from '../../src/core/flights.ts';
import type { Signal } from '../../src/core/signals.ts';
import { unhandled } from '../support/unhandled.ts';

const mistake = new Error('a mistake of the caller');
const thrower = () => {
  throw mistake;
};
const never = new Promise<string>(() => {});

afterEach(() => vi.unstubAllGlobals());

describe('`abort` of the work', () => {
  const aborts: readonly [string, { readonly abort?: () => void }][] = [
    ['throws', { abort: thrower }],
    ['rejects', { abort: async () => thrower() }],
  ];

  test.each(aborts)(
    'An `abort` that %s is no unhandled rejection, and the last caller gets its reason',
    async (_, work) => {
      const flights = new Flights<string, string>();
      const errors = await unhandled(async () => {
        const one = flights.join('key', () => ({ result: never, ...work }));
        one.leave('reason');
        await expect(one.result).rejects.toBe('reason');
      });
      expect(errors).toEqual([]);
      expect(flights.inFlight).toBe(0);
    },
  );

  test('An `abort` that throws is reported where the platform can report an error', async () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    for (const [, work] of aborts) new Flights().join('key', () => ({ result: never, ...work })).leave();
    await setImmediate();
    expect(reportError.mock.calls).toEqual([[mistake], [mistake]]);
  });
});

describe('`onAbort`', () => {
  test('An `onAbort` that throws does not keep later subscribers of its signal from leaving', async () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const flights = new Flights<string, string>();
    const controller = new AbortController();
    const [bad, good] = ['bad', 'good'].map((key) => flights.join(key, () => never, controller));
    Object.assign(bad as object, { onAbort: thrower });
    controller.abort('reason');
    await expect(good?.result).rejects.toBe('reason');
    expect([bad?.left, good?.left, flights.inFlight]).toEqual([true, true, 0]);
    expect(reportError.mock.calls).toEqual([[mistake]]);
  });
});

describe('a signal by its shape', () => {
  const quiet: Signal = { aborted: false, addEventListener() {}, removeEventListener() {} };

  test('A signal without `removeEventListener` is refused before the launch', () => {
    const flights = new Flights<string, string>();
    const launch = vi.fn(() => never);
    const signal = { ...quiet, removeEventListener: undefined as never };
    const join = () => flights.join('key', launch, { signal });
    expect(join).toThrow(new TypeError('Expected `signal` to be an AbortSignal, got `[object Object]`.'));
    expect(launch).not.toHaveBeenCalled();
  });

  test('A signal that throws when it gets its listener leaves the flight to its other callers', async () => {
    const flights = new Flights<string, string>();
    const abort = vi.fn();
    const other = flights.join('key', () => ({ result: never, abort }));
    const signal = { ...quiet, addEventListener: thrower };
    expect(() => flights.join('key', () => never, { signal })).toThrow(mistake);
    expect(other.flight.subscribers).toBe(1);
    other.leave('the last one');
    await setImmediate();
    expect(abort).toHaveBeenCalledExactlyOnceWith('the last one');
  });

  describe('that throws when it loses its listener', () => {
    const signal = { ...quiet, removeEventListener: thrower };

    test('has its error reported, and lets its caller leave', async () => {
      const reported = vi.fn();
      vi.stubGlobal('reportError', reported);
      const flights = new Flights<string, string>();
      const one = flights.join('key', () => never, { signal });
      one.leave('reason');
      await setImmediate();
      expect([one.left, flights.inFlight]).toEqual([true, 0]);
      expect(reported).toHaveBeenCalledExactlyOnceWith(mistake);
    });

    test('rejects its caller when it aborts', async () => {
      let abort = () => {};
      const aborting = {
        ...signal,
        reason: 'reason',
        addEventListener: (_: string, listener: () => void) => void (abort = listener),
      };
      const flights = new Flights<string, string>();
      const one = flights.join('key', () => never, { signal: aborting });
      flights.join('key', () => never);
      const outcome = Promise.race([one.result, setImmediate('hangs')]);
      abort();
      await expect(outcome).rejects.toBe('reason');
    });

    test('leaves no rejection unhandled after the result', async () => {
      const errors = await unhandled(async () => {
        const one = new Flights<string, string>().join('key', async () => 'value', { signal });
        expect(await one.result).toBe('value');
      });
      expect(errors).toEqual([]);
    });
  });
});

describe('a promise of another kind', () => {
  test('A value that throws when it is asked for `then` rejects its callers', async () => {
    const flights = new Flights<string, unknown>();
    const value = Object.defineProperty({}, 'then', { get: thrower });
    const result: PromiseLike<unknown> = {
      // biome-ignore lint/suspicious/noThenProperty: a promise of another kind
      then: (fulfil: (value: unknown) => void) => void setImmediate().then(() => fulfil(value)),
    } as never;
    await expect(flights.join('key', () => result).result).rejects.toBe(mistake);
    expect(flights.inFlight).toBe(0);
  });
});
