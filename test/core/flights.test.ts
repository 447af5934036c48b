import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Launch } from '../../src/core/flight.ts';
import { Flights } from '../../src/core/flights.ts';
import { type Deferred, deferred } from '../support/deferred.ts';

const unknown = Symbol('still open');

/** What a promise has come to within a turn of the event loop. */
const soon = (promise: Promise<unknown>) => Promise.race([promise, setImmediate(unknown)]);

/** A launch behind a gate, which counts and remembers how it was called off. */
function gated<T = string>() {
  const gates: Deferred<T>[] = [];
  const abort = vi.fn<(reason?: unknown) => void>();
  const launch = vi.fn<Launch<T>>(() => {
    const gate = deferred<T>();
    gates.push(gate);
    return { result: gate.promise, abort };
  });
  const gate = (nth = 0) => gates[nth] as Deferred<T>;
  return { launch, abort, gate };
}

/** What nobody handled while `act` ran, and in the turns after it. */
async function unhandled(act: () => unknown): Promise<unknown[]> {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  // The runner's own listeners would fail the run before the test can say what it saw.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  try {
    await act();
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  } finally {
    process.off('unhandledRejection', note);
    for (const other of others) process.on('unhandledRejection', other);
  }
  return errors;
}

describe('join', () => {
  test('launches once for callers of the same key, and hands all the same value', async () => {
    const flights = new Flights<string, object>();
    const { launch, gate } = gated<object>();
    const seats = [1, 2, 3].map(() => flights.join('key', launch));
    const value = {};
    gate().resolve(value);
    for (const seat of seats) expect(await seat.result).toBe(value);
    expect(launch).toHaveBeenCalledTimes(1);
  });

  test('launches within the call, and hands the launch its own flight and the key', () => {
    const { launch } = gated();
    const seat = new Flights<string, string>().join('key', launch);
    expect(launch).toHaveBeenCalledExactlyOnceWith(seat.flight, 'key');
    expect(seat.flight.work).toBe(launch.mock.results[0]?.value);
  });

  test('launches for each key on its own', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    flights.join('one', launch);
    flights.join('other', launch);
    expect(launch).toHaveBeenCalledTimes(2);
    expect(flights.size).toBe(2);
  });

  test('compares keys as a Map does', () => {
    const flights = new Flights<unknown, string>();
    const { launch } = gated();
    for (const key of [Number.NaN, Number.NaN, 0, -0, '0', {}, {}]) flights.join(key, launch);
    expect(launch).toHaveBeenCalledTimes(5);
  });

  test('makes the first a leader and everyone after it a follower', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const roles = [1, 2, 3].map(() => flights.join('key', launch).role);
    expect(roles).toEqual(['leader', 'follower', 'follower']);
  });

  test('counts who is aboard', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    expect(leader.flight.aboard).toBe(2);
    follower.leave();
    expect(leader.flight.aboard).toBe(1);
    expect([leader.aboard, follower.aboard]).toEqual([true, false]);
  });

  test('leaves nothing behind when the result is there at once', async () => {
    const flights = new Flights<string, string>();
    const at: PromiseLike<string> = {
      // biome-ignore lint/suspicious/noThenProperty: a promise that answers within the call
      then: (done) => Promise.resolve(done?.('now') as never),
    };
    const seat = flights.join('key', () => ({ result: at, abort() {} }));
    expect(flights.size).toBe(0);
    expect(await seat.result).toBe('now');
  });
});

describe('launch', () => {
  const failure = new Error('launch failed');
  const broken: Launch<string> = () => {
    throw failure;
  };

  test('that throws is a rejection with that very error', async () => {
    await expect(new Flights<string, string>().join('key', broken).result).rejects.toBe(failure);
  });

  test('that throws leaves the key free', async () => {
    const flights = new Flights<string, string>();
    flights.join('key', broken).result.catch(() => {});
    expect(flights.size).toBe(0);
    const { launch, gate } = gated();
    const next = flights.join('key', launch);
    gate().resolve('fresh');
    expect(await next.result).toBe('fresh');
  });

  test('that throws can be left without an error', () => {
    const seat = new Flights<string, string>().join('key', broken);
    seat.result.catch(() => {});
    expect(() => seat.leave()).not.toThrow();
  });

  test('that asks for its own key starts afresh, and both callers are answered', async () => {
    const flights = new Flights<string, string>();
    const inner = gated();
    const outer = gated();
    let within: Promise<string> | undefined;
    const seat = flights.join('key', (flight) => {
      within = flights.join('key', inner.launch).result;
      return outer.launch(flight, 'key');
    });
    inner.gate().resolve('inner');
    expect(await within).toBe('inner');
    expect(await soon(seat.result)).toBe(unknown);
    outer.gate().resolve('outer');
    expect(await seat.result).toBe('outer');
    expect(flights.size).toBe(0);
  });

  test('may ask for another key', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const seat = flights.join('outer', () => ({ result: flights.join('inner', launch).result, abort() {} }));
    expect(flights.size).toBe(2);
    gate().resolve('answer');
    expect(await seat.result).toBe('answer');
    expect(flights.size).toBe(0);
  });
});

describe('settle', () => {
  const ends = [
    ['success', (gate: Deferred<string>) => gate.resolve('done')],
    ['failure', (gate: Deferred<string>) => gate.reject(new Error('failed'))],
  ] as const;

  test.each(ends)('frees the key before anyone sees the result: %s', async (_, end) => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const seats = [flights.join('key', launch), flights.join('key', launch)];
    const sizes: number[] = [];
    const look = () => void sizes.push(flights.size);
    const seen = seats.map((seat) => seat.result.then(look, look));
    end(gate());
    await Promise.all(seen);
    expect(sizes).toEqual([0, 0]);
  });

  test.each(ends)('lets a reaction that asks again start afresh: %s', async (_, end) => {
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

  test('rejects all aboard with the same error', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const seats = [1, 2, 3].map(() => flights.join('key', launch));
    const failure = new TypeError('no network');
    gate().reject(failure);
    for (const seat of seats) await expect(seat.result).rejects.toBe(failure);
  });

  test('frees its own flight alone: one that settles late spares its successor', async () => {
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
    expect(flights.size).toBe(0);
  });

  test('spares the successor also when the work fails after everyone has left', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    flights.join('key', launch).leave();
    const newer = flights.join('key', launch);
    gate(0).reject(new Error('called off'));
    await setImmediate();
    expect(flights.join('key', launch).flight).toBe(newer.flight);
    expect(launch).toHaveBeenCalledTimes(2);
  });
});

describe('leave', () => {
  test('aborts only when nobody is left aboard', () => {
    const flights = new Flights<string, string>();
    const { launch, abort } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.leave('first');
    expect(abort).not.toHaveBeenCalled();
    follower.leave('last');
    expect(abort).toHaveBeenCalledExactlyOnceWith('last');
  });

  test('by the leader does nothing to the followers', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.leave();
    expect(flights.join('key', launch).flight).toBe(follower.flight);
    gate().resolve('answer');
    expect(await follower.result).toBe('answer');
  });

  test('frees the key in the same turn when the last one goes', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const dying = flights.join('key', launch);
    dying.leave();
    expect(flights.size).toBe(0);
    const next = flights.join('key', launch);
    expect(next.flight).not.toBe(dying.flight);
    expect(next.role).toBe('leader');
    expect(launch).toHaveBeenCalledTimes(2);
  });

  test('has freed the key when the work is told, so that asking again from there starts afresh', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const seat = flights.join('key', () => ({
      result: new Promise<string>(() => {}),
      abort: () => void flights.join('key', launch),
    }));
    seat.leave();
    expect(launch).toHaveBeenCalledTimes(1);
    expect(flights.size).toBe(1);
  });

  test('counts once, however often it is called', () => {
    const flights = new Flights<string, string>();
    const { launch, abort } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.leave();
    leader.leave();
    expect(abort).not.toHaveBeenCalled();
    expect(follower.flight.aboard).toBe(1);
  });

  test('aborts at most once, whatever happens later', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const seat = flights.join('key', launch);
    seat.leave('reason');
    seat.leave('again');
    seat.flight.board('follower').leave('late');
    gate().reject('called off');
    await setImmediate();
    seat.flight.end();
    expect(abort).toHaveBeenCalledExactlyOnceWith('reason');
  });

  test('gives a reason of its own where it is given none', async () => {
    const { launch, abort } = gated();
    const seat = new Flights<string, string>().join('key', launch);
    seat.leave();
    expect(abort).toHaveBeenCalledExactlyOnceWith(expect.any(Error));
    await expect(seat.result).rejects.toBe(abort.mock.calls[0]?.[0]);
  });

  test.each([
    ['success', (gate: Deferred<string>) => gate.resolve('done')],
    ['failure', (gate: Deferred<string>) => gate.reject(new Error('failed'))],
  ])('never aborts after the end: %s', async (_, end) => {
    const { launch, abort, gate } = gated();
    const seat = new Flights<string, string>().join('key', launch);
    end(gate());
    await seat.result.catch(() => {});
    seat.leave();
    expect(abort).not.toHaveBeenCalled();
  });

  test('never aborts work whose launch threw', async () => {
    const seat = new Flights<string, string>().join('key', () => {
      throw new Error('launch failed');
    });
    seat.result.catch(() => {});
    expect(() => seat.leave('reason')).not.toThrow();
    await expect(seat.result).rejects.toThrow('launch failed');
  });

  test('leaves no promise hanging when the work does not heed the abort', async () => {
    const flights = new Flights<string, string>();
    const seats = [1, 2].map(() =>
      flights.join('key', () => ({ result: new Promise(() => {}), abort() {} })),
    );
    for (const seat of seats) seat.leave('reason');
    for (const seat of seats)
      expect(await soon(seat.result.then(undefined, (error) => error))).toBe('reason');
  });

  test('rejects nothing unhandled when all go, whether the work heeds the abort or fails later', async () => {
    const errors = await unhandled(async () => {
      const flights = new Flights<string, string>();
      const { launch, gate } = gated();
      for (const seat of [flights.join('key', launch), flights.join('key', launch)]) seat.leave('reason');
      flights
        .join('other', () => {
          const stopped = deferred<string>();
          return { result: stopped.promise, abort: stopped.reject };
        })
        .leave('reason');
      await setImmediate();
      gate().reject(new Error('called off'));
    });
    expect(errors).toEqual([]);
  });

  test('hides no failure from those who stayed aboard', async () => {
    const failure = new Error('failed');
    const errors = await unhandled(() => {
      const { launch, gate } = gated();
      new Flights<string, string>().join('key', launch);
      gate().reject(failure);
    });
    expect(errors).toEqual([failure]);
  });
});

describe('close', () => {
  test('keeps those aboard and welcomes nobody new', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const [leader, follower] = [flights.join('key', launch), flights.join('key', launch)];
    leader.flight.close();
    expect(flights.size).toBe(0);
    expect(leader.flight.open).toBe(false);
    expect(flights.join('key', launch).role).toBe('leader');
    gate(0).resolve('answer');
    expect(await leader.result).toBe('answer');
    expect(await follower.result).toBe('answer');
    expect(abort).not.toHaveBeenCalled();
  });

  test('leaves the last one out to call the work off', () => {
    const { launch, abort } = gated();
    const seat = new Flights<string, string>().join('key', launch);
    seat.flight.close();
    const second = seat.flight.board('follower');
    seat.leave('first');
    expect(abort).not.toHaveBeenCalled();
    second.leave('last');
    expect(abort).toHaveBeenCalledExactlyOnceWith('last');
  });

  test('within the launch makes a flight that nobody joins', async () => {
    const flights = new Flights<string, string>();
    const { launch, gate } = gated();
    const seat = flights.join('key', (flight) => {
      flight.close();
      return launch(flight, 'key');
    });
    expect(flights.size).toBe(0);
    gate().resolve('answer');
    expect(await seat.result).toBe('answer');
  });

  test('of an older flight spares its successor', () => {
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

describe('stay', () => {
  const stayed = async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const seat = flights.join('key', launch);
    seat.flight.stay();
    gate().resolve('headers');
    await seat.result;
    return { flights, launch, abort, seat };
  };

  test('keeps the flight open after its result, which newcomers are handed', async () => {
    const { flights, launch, seat } = await stayed();
    const late = flights.join('key', launch);
    expect(late.flight).toBe(seat.flight);
    expect(await late.result).toBe('headers');
    expect(launch).toHaveBeenCalledTimes(1);
  });

  test('lets the last one out call off what is still coming, and frees the key', async () => {
    const { flights, abort, seat } = await stayed();
    seat.leave('enough');
    expect(abort).toHaveBeenCalledExactlyOnceWith('enough');
    expect(flights.size).toBe(0);
    expect(await seat.result).toBe('headers');
  });

  test('lasts until the end: then nobody joins, and leaving calls nothing off', async () => {
    const { flights, launch, abort, seat } = await stayed();
    seat.flight.end();
    expect(flights.size).toBe(0);
    expect(flights.join('key', launch).role).toBe('leader');
    seat.leave();
    expect(abort).not.toHaveBeenCalled();
  });

  test('does not outlast a failure', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const seat = flights.join('key', launch);
    seat.flight.stay();
    gate().reject('failed');
    await expect(seat.result).rejects.toBe('failed');
    expect(flights.size).toBe(0);
    seat.leave();
    expect(abort).not.toHaveBeenCalled();
  });
});

describe('forget', () => {
  test('lets nobody join what is in flight, and those aboard notice nothing', async () => {
    const flights = new Flights<string, string>();
    const { launch, abort, gate } = gated();
    const seats = [flights.join('one', launch), flights.join('other', launch)];
    flights.forget();
    expect(flights.size).toBe(0);
    expect(flights.join('one', launch).role).toBe('leader');
    gate(0).resolve('1');
    gate(1).resolve('2');
    expect(await Promise.all(seats.map((seat) => seat.result))).toEqual(['1', '2']);
    expect(abort).not.toHaveBeenCalled();
  });

  test('takes only what matches by key or by work', () => {
    const flights = new Flights<string, string>();
    const { launch } = gated();
    const [one, other, third] = ['one', 'other', 'third'].map((key) => flights.join(key, launch));
    flights.forget((key, work) => key === 'one' || work === other?.flight.work);
    expect([one, other, third].map((seat) => seat?.flight.open)).toEqual([false, false, true]);
    expect(flights.size).toBe(1);
  });
});
