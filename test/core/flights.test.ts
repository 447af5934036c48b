import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Launch } from '../../src/core/flight.ts';
import { Flights } from '../../src/core/flights.ts';
import { type Deferred, deferred } from '../support/deferred.ts';
import { unhandled } from '../support/unhandled.ts';

const unknown = Symbol('still open');

/** Returns the state of a promise after a turn of the event loop. */
const soon = (promise: Promise<unknown>) => Promise.race([promise, setImmediate(unknown)]);

/** A launch behind a gate, which counts its runs and remembers the reasons of their aborts. */
function gated<T = string>() {
  const gates: Deferred<T>[] = [];
  const abort = vi.fn<(reason?: unknown) => void>();
  const launch = vi.fn<Launch<string, T>>(() => {
    const gate = deferred<T>();
    gates.push(gate);
    return { result: gate.promise, abort };
  });
  const gate = (nth = 0) => gates[nth] as Deferred<T>;
  return { launch, abort, gate };
}

/** Lets the last one to leave abort the work: that happens at the end of the turn. */
const turn = () => Promise.resolve();

describe('join', () => {
  test('launches once for callers of the same key, and gives all of them the same value', async () => {
    const flights = new Flights<string, object>();
    const { launch, gate } = gated<object>();
    const subscribers = [1, 2, 3].map(() => flights.join('key', launch));
    const value = {};
    gate().resolve(value);
    for (const one of subscribers) expect(await one.result).toBe(value);
    expect(launch).toHaveBeenCalledTimes(1);
  });

  test('launches within the call, and hands the launch the key and its own flight', () => {
    const { launch } = gated();
    const one = new Flights<string, string>().join('key', launch);
    expect(launch).toHaveBeenCalledExactlyOnceWith('key', one.flight);
    expect(one.flight.work).toBe(launch.mock.results[0]?.value);
  });

  test('launches for each key on its own', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    flights.join('one', launch);
    flights.join('other', launch);
    expect(launch).toHaveBeenCalledTimes(2);
    expect(flights.inFlight).toBe(2);
  });

  test('throws for a value that is not a signal, and launches nothing', () => {
    const flights = new Flights<string, string>();
    const launch = vi.fn(async () => 'value');
    const join = () => flights.join('a', launch, { signal: new AbortController() as never });
    expect(join).toThrow(
      new TypeError('Expected `signal` to be an AbortSignal, got `[object AbortController]`.'),
    );
    expect(launch).not.toHaveBeenCalled();
    expect(flights.inFlight).toBe(0);
  });

  test.each([0, 1])('A launch that is no function is refused, with %i flights of its key', (count) => {
    const flights = new Flights<string, string>();
    if (count) flights.join('key', gated().launch);
    const message = 'Expected `launch` to be a function, got `[object Promise]`.';
    expect(() => flights.join('key', Promise.resolve('answer') as never)).toThrow(new TypeError(message));
    expect(flights.inFlight).toBe(count);
  });

  test('compares keys as a Map does', () => {
    const flights = new Flights<unknown, string>();
    const launch = vi.fn(() => new Promise<string>(() => {}));
    for (const key of [Number.NaN, Number.NaN, 0, -0, '0', {}, {}]) flights.join(key, launch);
    expect(launch).toHaveBeenCalledTimes(5);
  });

  test('makes the first caller the leader and every later one a follower', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const roles = [1, 2, 3].map(() => flights.join('key', launch).role);
    expect(roles).toEqual(['leader', 'follower', 'follower']);
  });

  test('counts the subscribers that have not left', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    expect(leader.flight.subscribers).toBe(2);
    follower.leave();
    expect(leader.flight.subscribers).toBe(1);
    expect([leader.left, follower.left]).toEqual([false, true]);
  });

  test('leaves nothing in the table when the result settles at once', async () => {
    const flights = new Flights<string, string>();
    const at: PromiseLike<string> = {
      // biome-ignore lint/suspicious/noThenProperty: a promise that answers within the call
      then: (done) => Promise.resolve(done?.('now') as never),
    };
    const one = flights.join('key', () => ({ result: at, abort() {} }));
    expect(flights.inFlight).toBe(0);
    expect(await one.result).toBe('now');
  });
});

describe('launch', () => {
  const failure = new Error('launch failed');
  const broken: Launch<string, string> = () => {
    throw failure;
  };

  test('A launch that throws is a rejection with that very error', async () => {
    await expect(new Flights<string, string>().join('key', broken).result).rejects.toBe(failure);
  });

  test('A launch that throws leaves the key free', async () => {
    const flights = new Flights<string, string>();
    flights.join('key', broken).result.catch(() => {});
    expect(flights.inFlight).toBe(0);
    const { launch, gate } = gated();
    const next = flights.join('key', launch);
    gate().resolve('fresh');
    expect(await next.result).toBe('fresh');
  });

  test('A launch that throws can be left without an error', () => {
    const one = new Flights<string, string>().join('key', broken);
    one.result.catch(() => {});
    expect(() => one.leave()).not.toThrow();
  });

  test('A launch that asks for its own key launches a second flight, and both callers get a value', async () => {
    const flights = new Flights<string, string>();
    const inner = gated();
    const outer = gated();
    let within: Promise<string> | undefined;
    const one = flights.join('key', (key, flight) => {
      within = flights.join('key', inner.launch).result;
      return outer.launch(key, flight);
    });
    inner.gate().resolve('inner');
    expect(await within).toBe('inner');
    expect(await soon(one.result)).toBe(unknown);
    outer.gate().resolve('outer');
    expect(await one.result).toBe('outer');
    expect(flights.inFlight).toBe(0);
  });

  test('may ask for another key', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const one = flights.join('outer', () => ({ result: flights.join('inner', launch).result, abort() {} }));
    expect(flights.inFlight).toBe(2);
    gate().resolve('answer');
    expect(await one.result).toBe('answer');
    expect(flights.inFlight).toBe(0);
  });
});

describe('settle', () => {
  const ends = [
    ['success', (gate: Deferred<string>) => gate.resolve('done')],
    ['failure', (gate: Deferred<string>) => gate.reject(new Error('failed'))],
  ] as const;

  test.each(ends)('frees the key before any caller sees the result: %s', async (_, end) => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const subscribers = [flights.join('key', launch), flights.join('key', launch)];
    const counts: number[] = [];
    const look = () => void counts.push(flights.inFlight);
    const seen = subscribers.map((one) => one.result.then(look, look));
    end(gate());
    await Promise.all(seen);
    expect(counts).toEqual([0, 0]);
  });

  test.each(ends)('lets a callback that asks again launch a new flight: %s', async (_, end) => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const again = () => flights.join('key', launch).result;
    const second = flights.join('key', launch).result.then(again, again);
    end(gate());
    await setImmediate();
    expect(launch).toHaveBeenCalledTimes(2);
    gate(1).resolve('second');
    expect(await second).toBe('second');
  });

  test('rejects every subscriber with the same error', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const subscribers = [1, 2, 3].map(() => flights.join('key', launch));
    const failure = new TypeError('no network');
    gate().reject(failure);
    for (const one of subscribers) await expect(one.result).rejects.toBe(failure);
  });

  test('frees its own flight alone: a flight that settles late does not remove its successor', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const older = flights.join('key', launch);
    older.flight.close();
    const newer = flights.join('key', launch);
    gate(0).resolve('older');
    expect(await older.result).toBe('older');
    expect(flights.join('key', launch).flight).toBe(newer.flight);
    gate(1).resolve('newer');
    expect(await newer.result).toBe('newer');
    expect(flights.inFlight).toBe(0);
  });

  test('does not remove the successor when the work fails after every subscriber has left', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    flights.join('key', launch).leave();
    await turn();
    const newer = flights.join('key', launch);
    gate(0).reject(new Error('aborted'));
    await setImmediate();
    expect(flights.join('key', launch).flight).toBe(newer.flight);
    expect(launch).toHaveBeenCalledTimes(2);
  });
});

describe('leave', () => {
  test('aborts only when every subscriber has left, at the end of the turn', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.leave('first');
    await turn();
    expect(abort).not.toHaveBeenCalled();
    follower.leave('last');
    expect(abort).not.toHaveBeenCalled();
    await turn();
    expect(abort).toHaveBeenCalledExactlyOnceWith('last');
  });

  test('Leaving by the leader does not affect the followers', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.leave();
    expect(flights.join('key', launch).flight).toBe(follower.flight);
    gate().resolve('answer');
    expect(await follower.result).toBe('answer');
  });

  test('Leaving by the last subscriber keeps the work for a caller that joins in the same turn', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    flights.join('key', launch).leave();
    const next = flights.join('key', launch);
    expect(next.role).toBe('follower');
    await setImmediate();
    expect(abort).not.toHaveBeenCalled();
    gate().resolve('answer');
    expect(await next.result).toBe('answer');
    expect(launch).toHaveBeenCalledTimes(1);
  });

  test('Leaving by the last subscriber aborts when the caller that joined in the same turn leaves, too', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort } = gated();
    flights.join('key', launch).leave('first');
    flights.join('key', launch).leave('second');
    await turn();
    expect(abort).toHaveBeenCalledTimes(1);
  });

  test('frees the key at the end of the turn when the last subscriber leaves', async () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const dying = flights.join('key', launch);
    dying.leave();
    await turn();
    expect(flights.inFlight).toBe(0);
    const next = flights.join('key', launch);
    expect(next.flight).not.toBe(dying.flight);
    expect(next.role).toBe('leader');
    expect(launch).toHaveBeenCalledTimes(2);
  });

  test('frees the key before it aborts the work, so that `abort` may ask for the key again', async () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const one = flights.join('key', () => ({
      result: new Promise<string>(() => {}),
      abort: () => void flights.join('key', launch),
    }));
    one.leave();
    await turn();
    expect(launch).toHaveBeenCalledTimes(1);
    expect(flights.inFlight).toBe(1);
  });

  test('counts once, even when it is called several times', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.leave();
    leader.leave();
    await turn();
    expect(abort).not.toHaveBeenCalled();
    expect(follower.flight.subscribers).toBe(1);
  });

  test('aborts at most once', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const one = flights.join('key', launch);
    one.leave('reason');
    one.leave('again');
    await turn();
    one.fork().leave('late');
    gate().reject('aborted');
    await setImmediate();
    one.flight.end();
    expect(abort).toHaveBeenCalledExactlyOnceWith('reason');
  });

  test('uses an AbortError as the reason when it gets none', async () => {
    const { launch, abort } = gated();
    const one = new Flights<string, string>().join('key', launch);
    one.leave();
    await turn();
    const reason = { name: 'AbortError', message: 'Every caller has left.' };
    expect(abort).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(reason));
    await expect(one.result).rejects.toBe(abort.mock.calls[0]?.[0]);
  });

  test('needs no reason on a page that protects `Error.prototype`', async () => {
    const { launch, abort } = gated();
    const one = new Flights<string, string>().join('key', launch);
    Object.defineProperty(Error.prototype, 'name', { writable: false });
    onTestFinished(() => void Object.defineProperty(Error.prototype, 'name', { writable: true }));
    one.leave();
    await turn();
    expect(abort).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'AbortError' }));
  });

  test.each([
    ['success', (gate: Deferred<string>) => gate.resolve('done')],
    ['failure', (gate: Deferred<string>) => gate.reject(new Error('failed'))],
  ])('never aborts after the end: %s', async (_, end) => {
    const { launch, abort, gate } = gated();
    const one = new Flights<string, string>().join('key', launch);
    end(gate());
    await one.result.catch(() => {});
    one.leave();
    await turn();
    expect(abort).not.toHaveBeenCalled();
  });

  test('never aborts work whose launch threw', async () => {
    const one = new Flights<string, string>().join('key', () => {
      throw new Error('launch failed');
    });
    one.result.catch(() => {});
    expect(() => one.leave('reason')).not.toThrow();
    await expect(one.result).rejects.toThrow('launch failed');
  });

  test('leaves no promise hanging when the work ignores the abort', async () => {
    const flights = new Flights<string, string>();
    const subscribers = [1, 2].map(() =>
      flights.join('key', () => ({ result: new Promise(() => {}), abort() {} })),
    );
    for (const one of subscribers) one.leave('reason');
    for (const one of subscribers)
      expect(await soon(one.result.then(undefined, (error) => error))).toBe('reason');
  });

  test('causes no unhandled rejection, whether the work obeys the abort or fails later', async () => {
    const errors = await unhandled(async () => {
      const flights = new Flights<string, string>();
      const { launch, gate } = gated();
      for (const one of [flights.join('key', launch), flights.join('key', launch)]) one.leave('reason');
      flights
        .join('other', () => {
          const stopped = deferred<string>();
          return { result: stopped.promise, abort: stopped.reject };
        })
        .leave('reason');
      await setImmediate();
      gate().reject(new Error('aborted'));
    });
    expect(errors).toEqual([]);
  });

  test('causes no unhandled rejection when a flight fails whose result no one reads', async () => {
    const errors = await unhandled(() => {
      const { launch, gate } = gated();
      const flights = new Flights<string, string>();
      flights.join('key', launch);
      flights.join('key', launch, { signal: new AbortController().signal });
      gate().reject(new Error('failed'));
    });
    expect(errors).toEqual([]);
  });

  test('Leaving by a subscriber that reads its result later gives it the failure', async () => {
    const failure = new Error('failed');
    const { launch, gate } = gated();
    const one = new Flights<string, string>().join('key', launch);
    gate().reject(failure);
    await setImmediate();
    await expect(one.result).rejects.toBe(failure);
  });
});

describe('close', () => {
  test('keeps its subscribers and accepts no caller', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.flight.close();
    expect(leader.flight.joinable).toBe(false);
    expect(flights.inFlight).toBe(1);
    expect(flights.join('key', launch).role).toBe('leader');
    gate(0).resolve('answer');
    expect(await leader.result).toBe('answer');
    expect(await follower.result).toBe('answer');
    expect(abort).not.toHaveBeenCalled();
  });

  test('lets the last subscriber to leave abort the work', async () => {
    const { launch, abort } = gated();
    const one = new Flights<string, string>().join('key', launch);
    one.flight.close();
    const second = one.fork();
    one.leave('first');
    await turn();
    expect(abort).not.toHaveBeenCalled();
    second.leave('last');
    await turn();
    expect(abort).toHaveBeenCalledExactlyOnceWith('last');
  });

  test('within the launch makes a flight that no caller can join', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const one = flights.join('key', (key, flight) => {
      flight.close();
      return launch(key, flight);
    });
    expect(one.flight.joinable).toBe(false);
    expect(flights.join('key', launch).role).toBe('leader');
    gate().resolve('answer');
    expect(await one.result).toBe('answer');
  });

  test('`close` of an older flight does not close its successor', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const older = flights.join('key', launch);
    older.flight.close();
    const newer = flights.join('key', launch);
    older.flight.close();
    older.flight.end();
    expect(flights.join('key', launch).flight).toBe(newer.flight);
  });
});

describe('extend', () => {
  const stayed = async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const one = flights.join('key', launch);
    one.flight.extend();
    gate().resolve('headers');
    await one.result;
    return { flights, launch, abort, one };
  };

  test('keeps the flight joinable after its result, and later callers get that result', async () => {
    const { flights, launch, one } = await stayed();
    const late = flights.join('key', launch);
    expect(late.flight).toBe(one.flight);
    expect(await late.result).toBe('headers');
    expect(launch).toHaveBeenCalledTimes(1);
  });

  test('lets the last subscriber abort the rest of the work, and frees the key', async () => {
    const { flights, abort, one } = await stayed();
    one.leave('enough');
    await turn();
    expect(abort).toHaveBeenCalledExactlyOnceWith('enough');
    expect(flights.inFlight).toBe(0);
    expect(await one.result).toBe('headers');
  });

  test('lasts until `end()`: then no caller joins, and leaving aborts nothing', async () => {
    const { flights, launch, abort, one } = await stayed();
    one.flight.end();
    expect(flights.inFlight).toBe(0);
    expect(flights.join('key', launch).role).toBe('leader');
    one.leave();
    await turn();
    expect(abort).not.toHaveBeenCalled();
  });

  test('does not outlast a failure', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const one = flights.join('key', launch);
    one.flight.extend();
    gate().reject('failed');
    await expect(one.result).rejects.toBe('failed');
    expect(flights.inFlight).toBe(0);
    one.leave();
    await turn();
    expect(abort).not.toHaveBeenCalled();
  });
});

describe('forget', () => {
  test('closes current flights to later callers, and subscribers are not affected', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const subscribers = [flights.join('one', launch), flights.join('other', launch)];
    flights.forget();
    expect(subscribers.map(({ flight }) => flight.joinable)).toEqual([false, false]);
    expect(flights.join('one', launch).role).toBe('leader');
    gate(0).resolve('1');
    gate(1).resolve('2');
    expect(await Promise.all(subscribers.map((one) => one.result))).toEqual(['1', '2']);
    expect(abort).not.toHaveBeenCalled();
  });

  test('closes only flights that match by key or by work', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const [one, other, third] = ['one', 'other', 'third'].map((key) => flights.join(key, launch));
    flights.forget((key, work) => key === 'one' || work === other?.flight.work);
    expect([one, other, third].map((one) => one?.flight.joinable)).toEqual([false, false, true]);
  });

  test('asks about current flights alone, when the function launches others', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    flights.join('', launch);
    const asked: string[] = [];
    flights.forget((key) => {
      // More of them would never end.
      if (asked.push(key) > 3) throw new Error('It asks about the flights that it has launched.');
      return flights.join(`${key}+`, launch).role === 'leader';
    });
    expect(asked).toEqual(['']);
    expect([flights.join('', launch).role, flights.join('+', launch).role]).toEqual(['leader', 'follower']);
  });

  test.each([0, 1])('A key in place of a function is refused, with %i flights in the table', (count) => {
    const flights = new Flights<string, string>();
    if (count) flights.join('key', gated().launch);
    const message = 'Expected `matches` to be a function, got `key`.';
    expect(() => flights.forget('key' as never)).toThrow(new TypeError(message));
  });
});
