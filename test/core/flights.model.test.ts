// Random histories of a table of flights, played beside a slow and obvious model: a list of all flights there ever were.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Seat, Work } from '../../src/core/flight.ts';
import { Flights } from '../../src/core/flights.ts';

/** Work that settles within the turn, so that the model need not know what a microtask is. */
class Job implements Work<string> {
  readonly result: PromiseLike<string>;
  readonly reasons: unknown[] = [];
  resolve!: (value: string) => void;
  reject!: (error: unknown) => void;

  constructor() {
    this.result = {
      // biome-ignore lint/suspicious/noThenProperty: a promise that calls back at once
      then: (done, failed) => {
        this.resolve = (value) => void done?.(value);
        this.reject = (error) => void failed?.(error);
        return undefined as never;
      },
    };
  }

  abort(reason: unknown): void {
    this.reasons.push(reason);
  }
}

type Outcome = { value: string } | { error: unknown };

/** A flight as the laws tell it. */
interface ModelFlight {
  readonly key: string;
  joinable: boolean;
  aboard: number;
  stays: boolean;
  over: boolean;
  outcome: Outcome | undefined;
  aborts: unknown[];
}

class Model {
  readonly flights: ModelFlight[] = [];

  joinable(key: string): ModelFlight | undefined {
    return this.flights.find((flight) => flight.joinable && flight.key === key);
  }

  join(key: string, stays: boolean, launchThrows: boolean): ModelFlight {
    const known = this.joinable(key);
    if (known) {
      known.aboard++;
      return known;
    }
    const flight: ModelFlight = {
      key,
      joinable: !launchThrows,
      aboard: 1,
      stays,
      over: launchThrows,
      outcome: launchThrows ? { error: 'launch' } : undefined,
      aborts: [],
    };
    this.flights.push(flight);
    return flight;
  }

  leave(flight: ModelFlight, reason: unknown): void {
    flight.aboard--;
    if (flight.aboard > 0 || flight.over) return;
    flight.outcome ??= { error: reason };
    flight.aborts.push(reason);
    this.end(flight);
  }

  settle(flight: ModelFlight, outcome: Outcome): void {
    flight.outcome ??= outcome;
    if ('error' in outcome || !flight.stays) this.end(flight);
  }

  end(flight: ModelFlight): void {
    flight.over = true;
    flight.joinable = false;
  }
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'join',
      'join',
      'join',
      'leave',
      'leave',
      'settle',
      'fail',
      'end',
      'close',
      'forget',
    ),
    key: fc.constantFrom('a', 'b', 'c'),
    /** Which of those there are. */
    nth: fc.nat(1000),
    stays: fc.boolean(),
    launchThrows: fc.nat(9).map((n) => n === 0),
    /** Whether callers see what came of it before the next step. */
    pause: fc.boolean(),
  }),
  { maxLength: 40, size: 'max' },
);

type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

async function play(history: Steps): Promise<void> {
  const flights = new Flights<string, string, Job>();
  const model = new Model();
  const jobs: Job[] = [];
  const seats: { seat: Seat<string, Job>; flight: ModelFlight; left: boolean; seen: Promise<Outcome> }[] = [];

  const does: Record<Steps[number]['what'], (step: Steps[number], turn: number) => void> = {
    join({ key, stays, launchThrows }) {
      const follows = !!model.joinable(key);
      const flight = model.join(key, stays, launchThrows);
      const seat = flights.join(key, (own) => {
        expect(follows).toBe(false);
        if (launchThrows) throw 'launch';
        if (stays) own.stay();
        jobs[model.flights.indexOf(flight)] = new Job();
        return jobs.at(-1) as Job;
      });
      expect(seat.role).toBe(follows ? 'follower' : 'leader');
      const seen = seat.result.then(
        (value) => {
          if (!flight.stays) expect(seat.flight.open).toBe(false);
          return { value };
        },
        (error: unknown) => {
          expect(seat.flight.open).toBe(false);
          return { error };
        },
      );
      seats.push({ seat, flight, left: false, seen });
    },
    leave({ nth }, turn) {
      const one = seats[nth % seats.length];
      if (!one) return;
      // A second time it does nothing.
      if (!one.left) model.leave(one.flight, turn);
      one.left = true;
      one.seat.leave(turn);
    },
    settle({ nth }, turn) {
      const at = nth % model.flights.length;
      if (!jobs[at]) return;
      model.settle(model.flights[at] as ModelFlight, { value: `${turn}` });
      jobs[at].resolve(`${turn}`);
    },
    fail({ nth }, turn) {
      const at = nth % model.flights.length;
      if (!jobs[at]) return;
      model.settle(model.flights[at] as ModelFlight, { error: turn });
      jobs[at].reject(turn);
    },
    end({ nth }) {
      const one = seats[nth % seats.length];
      if (!one) return;
      one.seat.flight.end();
      model.end(one.flight);
    },
    close({ nth }) {
      const one = seats[nth % seats.length];
      if (!one) return;
      one.flight.joinable = false;
      one.seat.flight.close();
    },
    forget({ key }) {
      const flight = model.joinable(key);
      if (flight) flight.joinable = false;
      flights.forget((other) => other === key);
    },
  };

  const compare = () => {
    const real = seats.map(({ seat }) => [seat.aboard, seat.flight.aboard, seat.flight.open]);
    const modelled = seats.map(({ flight, left }) => [!left, flight.aboard, flight.joinable]);
    expect(real).toEqual(modelled);
    expect(flights.size).toBe(model.flights.filter((flight) => flight.joinable).length);
    expect(jobs.map((job) => job.reasons)).toEqual(jobs.map((_, at) => model.flights[at]?.aborts));
  };

  for (const [turn, step] of history.entries()) {
    does[step.what](step, turn);
    compare();
    if (step.pause) await Promise.resolve();
  }
  // In the end everything lands: nothing is left hanging, and all aboard have seen the same.
  for (const [at, flight] of model.flights.entries()) {
    if (!jobs[at]) continue;
    flight.stays = false;
    model.settle(flight, { error: 'the end' });
    jobs[at].reject('the end');
  }
  compare();
  expect(flights.size).toBe(0);
  for (const { flight, seen } of seats) expect(await seen).toEqual(flight.outcome);
}

test(
  'a table of flights does as the model does, whatever happens in whatever order',
  { timeout: 60_000 },
  () => fc.assert(fc.asyncProperty(steps, play), { numRuns: 300 }),
);
