import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { Flights } from '../../src/core/flights.ts';
import { deferred } from '../support/deferred.ts';

/** A table, a launch behind a gate, and a signal. */
function scene() {
  const gate = deferred<string>();
  const abort = vi.fn<(reason?: unknown) => void>();
  const launch = vi.fn(() => ({ result: gate.promise, abort }));
  return { flights: new Flights<string, string>(), gate, abort, launch, controller: new AbortController() };
}

/** Counts the listeners that a signal has. */
function countListeners(signal: AbortSignal): () => number {
  const add = vi.spyOn(signal, 'addEventListener');
  const remove = vi.spyOn(signal, 'removeEventListener');
  return () => add.mock.calls.length - remove.mock.calls.length;
}

describe('a caller with a signal', () => {
  test('A caller with a signal that aborts is rejected at once with the signal’s reason, and its flight goes on for others', async () => {
    const { flights, launch, gate, abort, controller } = scene();
    const leaving = flights.join('key', launch, controller);
    const staying = flights.join('key', launch);
    const reason = { because: 'enough' };
    controller.abort(reason);
    await expect(leaving.result).rejects.toBe(reason);
    expect(leaving.left).toBe(true);
    gate.resolve('answer');
    expect(await staying.result).toBe('answer');
    expect(abort).not.toHaveBeenCalled();
  });

  test('A caller with a signal that aborts last aborts the work with the signal’s reason', async () => {
    const { flights, launch, abort, controller } = scene();
    flights.join('key', launch, controller);
    controller.abort('enough');
    await Promise.resolve();
    expect(abort).toHaveBeenCalledExactlyOnceWith('enough');
    expect(flights.inFlight).toBe(0);
  });

  test('A caller with a signal that is aborted already neither launches nor joins, and is rejected with the reason', async () => {
    const { flights, launch } = scene();
    const aborted = flights.join('key', launch, { signal: AbortSignal.abort('early') });
    expect(launch).not.toHaveBeenCalled();
    await expect(aborted.result).rejects.toBe('early');
    const leader = flights.join('key', launch);
    const follower = flights.join('key', launch, { signal: AbortSignal.abort('early') });
    expect([aborted.left, follower.left]).toEqual([true, true]);
    expect(leader.flight.subscribers).toBe(1);
    await expect(follower.result).rejects.toBe('early');
  });

  test('A caller with a signal that is already aborted gets a separate flight, which has failed with the reason', async () => {
    const { flights, launch } = scene();
    const { role, flight } = flights.join('key', launch, { signal: AbortSignal.abort('early') });
    expect(role).toBe('leader');
    await expect(flight.result).rejects.toBe('early');
    expect([flight.joinable, flights.inFlight]).toEqual([false, 0]);
  });

  test('A caller with a signal that the launch itself aborts leaves, and the work is aborted', async () => {
    const { flights, abort, controller } = scene();
    const leader = flights.join(
      'key',
      () => {
        controller.abort('during the launch');
        return { result: new Promise<string>(() => {}), abort };
      },
      controller,
    );
    await expect(leader.result).rejects.toBe('during the launch');
    expect(abort).toHaveBeenCalledExactlyOnceWith('during the launch');
  });

  test('gets the value and the failure as a caller without a signal does', async () => {
    const { flights, launch, gate, controller } = scene();
    const one = flights.join('key', launch, controller);
    gate.resolve('answer');
    expect(await one.result).toBe('answer');
    const failure = new Error('failed');
    const other = flights.join('other', () => Promise.reject(failure), controller);
    await expect(other.result).rejects.toBe(failure);
  });

  test('may pass null for no signal, as fetch takes it', async () => {
    const { flights, launch, gate } = scene();
    const one = flights.join('key', launch, { signal: null });
    gate.resolve('answer');
    expect(await one.result).toBe('answer');
  });
});

describe('a signal', () => {
  test('gets one listener for any number of callers', () => {
    const { flights, launch, controller } = scene();
    const listeners = countListeners(controller.signal);
    for (let n = 0; n < 100; n++) flights.join(`key ${n % 7}`, launch, controller);
    expect(listeners()).toBe(1);
  });

  test('reaches every caller that uses it', async () => {
    const { flights, launch, controller } = scene();
    const callers = Array.from({ length: 10 }, (_, n) => flights.join(`key ${n}`, launch, controller));
    controller.abort('all');
    for (const { result } of callers) await expect(result).rejects.toBe('all');
    expect(flights.inFlight).toBe(0);
  });

  test('loses its listener when the last caller is answered', async () => {
    const { flights, launch, gate, controller } = scene();
    const listeners = countListeners(controller.signal);
    const callers = [1, 2].map(() => flights.join('key', launch, controller));
    gate.resolve('answer');
    await Promise.all(callers.map(({ result }) => result));
    await setImmediate();
    expect(listeners()).toBe(0);
  });

  test('loses its listener also when no one reads the result', async () => {
    const { flights, launch, gate, controller } = scene();
    const listeners = countListeners(controller.signal);
    flights.join('key', launch, controller);
    gate.reject(new Error('failed'));
    await setImmediate();
    expect(listeners()).toBe(0);
  });

  test('loses its listener when its last caller calls `leave()`, and not before', () => {
    const { flights, launch, controller } = scene();
    const listeners = countListeners(controller.signal);
    const [one, other] = [flights.join('key', launch, controller), flights.join('key', launch, controller)];
    one.leave();
    expect(listeners()).toBe(1);
    other.leave();
    expect(listeners()).toBe(0);
  });

  test('may be any object of that shape', async () => {
    const { flights, launch } = scene();
    let abort = () => {};
    const signal = {
      aborted: false,
      reason: 'my own',
      addEventListener: (_: 'abort', listener: () => void) => {
        abort = listener;
      },
      removeEventListener: () => {},
    };
    const one = flights.join('key', launch, { signal });
    abort();
    await expect(one.result).rejects.toBe('my own');
  });
  test('A signal without a reason rejects with an AbortError (#19)', async () => {
    const { flights, launch } = scene();
    let abort = () => {};
    const signal = {
      aborted: false,
      addEventListener: (_: 'abort', listener: () => void) => {
        abort = listener;
      },
      removeEventListener: () => {},
    };
    const late = flights.join('key', launch, { signal });
    abort();
    const early = flights.join('key', launch, { signal: { ...signal, aborted: true } });
    for (const { result } of [late, early])
      await expect(result).rejects.toMatchObject({ name: 'AbortError', message: 'The signal has aborted.' });
  });
});

describe('code that replaces `onAbort`', () => {
  test('hears an abort after the result, because it has more to do', async () => {
    const { flights, launch, gate, controller } = scene();
    const one = flights.join('key', launch, controller);
    const heard = vi.fn();
    one.onAbort = heard;
    gate.resolve('answer');
    await one.result;
    await setImmediate();
    controller.abort('late');
    expect(heard).toHaveBeenCalledExactlyOnceWith('late');
  });

  test('hears nothing once the subscriber has left', () => {
    const { flights, launch, controller } = scene();
    const one = flights.join('key', launch, controller);
    const heard = vi.fn();
    one.onAbort = heard;
    one.leave();
    controller.abort('late');
    one.abort('later');
    expect(heard).not.toHaveBeenCalled();
  });
});
