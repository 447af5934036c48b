import { expect, test, vi } from 'vitest';
import { Flights } from '../../src/core/flights.ts';
import { deferred } from '../support/deferred.ts';

test('A launch may return a bare promise', async () => {
  const flights = new Flights<string, string>();
  const gate = deferred<string>();
  const launch = vi.fn((key: string) => gate.promise.then((value) => `${key}: ${value}`));
  const callers = [flights.join('a.txt', launch), flights.join('a.txt', launch)];
  gate.resolve('text');
  for (const { result } of callers) expect(await result).toBe('a.txt: text');
  expect(launch).toHaveBeenCalledTimes(1);
});

test('A launch may return its result without an `abort`, and its last caller may leave', async () => {
  const flights = new Flights<string, string>();
  const one = flights.join('one', () => ({ result: Promise.resolve('answer') }));
  expect(await one.result).toBe('answer');
  const other = flights.join('other', () => ({ result: new Promise(() => {}) }));
  other.leave('enough');
  await expect(other.result).rejects.toBe('enough');
});

test('The last caller of a bare promise may leave', async () => {
  const flights = new Flights<string, string>();
  const one = flights.join('key', () => new Promise(() => {}));
  one.leave('enough');
  await expect(one.result).rejects.toBe('enough');
  expect(flights.inFlight).toBe(0);
});

test.each([undefined, null, 1, 'text', {}, { result: 1 }, { abort() {} }])(
  'A launch that returns %o rejects with an error that names the expected values',
  async (launched) => {
    const flights = new Flights<string, string>();
    const one = flights.join('key', () => launched as never);
    await expect(one.result).rejects.toThrow(
      new TypeError(`Expected the launch to return a promise or \`{ result, abort }\`, got \`${launched}\`.`),
    );
    expect(flights.inFlight).toBe(0);
  },
);

test('A flight that is forgotten while it is launched accepts no caller', () => {
  const flights = new Flights<string, string>();
  const gate = new Promise<string>(() => {});
  const leader = flights.join('key', () => {
    flights.forget();
    return gate;
  });
  expect(leader.flight.joinable).toBe(false);
  expect(flights.join('key', () => gate).role).toBe('leader');
});

test('A launch that asks for its own key without end rejects, and leaves nothing in flight', async () => {
  const flights = new Flights<string, string>();
  const launch = (): Promise<string> => flights.join('key', launch).result;
  await expect(flights.join('key', launch).result).rejects.toThrow(
    new RangeError('The launch of a key asks for the same key without end.'),
  );
  expect(flights.inFlight).toBe(0);
});

test('Launches may ask for their own key a hundred deep, and every caller gets the value', async () => {
  const flights = new Flights<string, string>();
  let launched = 0;
  const launch = (): Promise<string> =>
    ++launched < 100 ? flights.join('key', launch).result : Promise.resolve('innermost');
  expect(await flights.join('key', launch).result).toBe('innermost');
  expect([launched, flights.inFlight]).toEqual([100, 0]);
});

test('A forked subscriber counts as a subscriber, also when the flight is closed', async () => {
  const flights = new Flights<string, string>();
  const abort = vi.fn();
  const one = flights.join('key', () => ({ result: new Promise(() => {}), abort }));
  one.flight.close();
  const second = one.fork();
  one.leave();
  await Promise.resolve();
  expect(abort).not.toHaveBeenCalled();
  second.leave();
  await Promise.resolve();
  expect(abort).toHaveBeenCalledTimes(1);
});
