// Random histories of a table of flights, played beside a slow and obvious model: a list of all flights there ever
// were.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Work } from '../../src/core/flight.ts';
import { Flights } from '../../src/core/flights.ts';
import type { Subscriber } from '../../src/core/subscriber.ts';

/** Work that settles within the turn, so that the model needs no microtasks. */
class SyncWork implements Work<string> {
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

/** A flight as the laws describe it. */
interface ModelFlight {
  readonly key: string;
  joinable: boolean;
  subscribers: number;
  stays: boolean;
  over: boolean;
  outcome: Outcome | undefined;
  aborts: unknown[];
  /** The reason with which the last subscriber left the flight in this turn. */
  lastReason?: { readonly reason: unknown } | undefined;
}

class Model {
  readonly flights: ModelFlight[] = [];

  joinable(key: string): ModelFlight | undefined {
    return this.flights.find((flight) => flight.joinable && flight.key === key);
  }

  join(key: string, stays: boolean, launchThrows: boolean): ModelFlight {
    const known = this.joinable(key);
    if (known) {
      known.subscribers++;
      return known;
    }
    const flight: ModelFlight = {
      key,
      joinable: !launchThrows,
      subscribers: 1,
      stays,
      over: launchThrows,
      outcome: launchThrows ? { error: 'launch' } : undefined,
      aborts: [],
    };
    this.flights.push(flight);
    return flight;
  }

  leave(flight: ModelFlight, reason: unknown): void {
    flight.subscribers--;
    if (flight.subscribers === 0) flight.lastReason ??= { reason };
  }

  /** Ends the turn: flights that no caller has joined again are aborted. */
  endTurn(): void {
    for (const flight of this.flights) {
      const { lastReason } = flight;
      flight.lastReason = undefined;
      if (!lastReason || flight.subscribers > 0 || flight.over) continue;
      flight.outcome ??= { error: lastReason.reason };
      flight.aborts.push(lastReason.reason);
      this.end(flight);
    }
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
    /** True when callers see the result before the next step. */
    pause: fc.boolean(),
  }),
  { maxLength: 40, size: 'max' },
);

type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

async function play(history: Steps): Promise<void> {
  const flights = new Flights<string, string, SyncWork>();
  const model = new Model();
  const works: SyncWork[] = [];
  const callers: {
    subscriber: Subscriber<string, string, SyncWork>;
    flight: ModelFlight;
    left: boolean;
    seen: Promise<Outcome>;
  }[] = [];

  const does: Record<Steps[number]['what'], (step: Steps[number], turn: number) => void> = {
    join({ key, stays, launchThrows }) {
      const follows = !!model.joinable(key);
      const flight = model.join(key, stays, launchThrows);
      const subscriber = flights.join(key, (_, own) => {
        expect(follows).toBe(false);
        if (launchThrows) throw 'launch';
        if (stays) own.extend();
        works[model.flights.indexOf(flight)] = new SyncWork();
        return works.at(-1) as SyncWork;
      });
      expect(subscriber.role).toBe(follows ? 'follower' : 'leader');
      const seen = subscriber.result.then(
        (value) => {
          if (!flight.stays) expect(subscriber.flight.joinable).toBe(false);
          return { value };
        },
        (error: unknown) => {
          expect(subscriber.flight.joinable).toBe(false);
          return { error };
        },
      );
      callers.push({ subscriber, flight, left: false, seen });
    },
    leave({ nth }, turn) {
      const one = callers[nth % callers.length];
      if (!one) return;
      // A second time it does nothing.
      if (!one.left) model.leave(one.flight, turn);
      one.left = true;
      one.subscriber.leave(turn);
    },
    settle({ nth }, turn) {
      const at = nth % model.flights.length;
      if (!works[at]) return;
      model.settle(model.flights[at] as ModelFlight, { value: `${turn}` });
      works[at].resolve(`${turn}`);
    },
    fail({ nth }, turn) {
      const at = nth % model.flights.length;
      if (!works[at]) return;
      model.settle(model.flights[at] as ModelFlight, { error: turn });
      works[at].reject(turn);
    },
    end({ nth }) {
      const one = callers[nth % callers.length];
      if (!one) return;
      one.subscriber.flight.end();
      model.end(one.flight);
    },
    close({ nth }) {
      const one = callers[nth % callers.length];
      if (!one) return;
      one.flight.joinable = false;
      one.subscriber.flight.close();
    },
    forget({ key }) {
      const flight = model.joinable(key);
      if (flight) flight.joinable = false;
      flights.forget((other) => other === key);
    },
  };

  const compare = () => {
    const real = callers.map(({ subscriber }) => [
      subscriber.left,
      subscriber.flight.subscribers,
      subscriber.flight.joinable,
    ]);
    const modelled = callers.map(({ flight, left }) => [left, flight.subscribers, flight.joinable]);
    expect(real).toEqual(modelled);
    expect(flights.inFlight).toBe(model.flights.filter((flight) => !flight.over).length);
    expect(works.map((work) => work.reasons)).toEqual(works.map((_, at) => model.flights[at]?.aborts));
  };

  for (const [turn, step] of history.entries()) {
    does[step.what](step, turn);
    compare();
    if (!step.pause) continue;
    await Promise.resolve();
    model.endTurn();
    compare();
  }
  await Promise.resolve();
  model.endTurn();
  // In the end everything lands: nothing is left hanging, and all subscribers have seen the same.
  for (const [at, flight] of model.flights.entries()) {
    if (!works[at]) continue;
    flight.stays = false;
    model.settle(flight, { error: 'the end' });
    works[at].reject('the end');
  }
  compare();
  expect(flights.inFlight).toBe(0);
  for (const { flight, seen } of callers) expect(await seen).toEqual(flight.outcome);
}

test(
  'a table of flights does as the model does, whatever happens in whatever order',
  { timeout: 60_000 },
  () => fc.assert(fc.asyncProperty(steps, play), { numRuns: 300 }),
);
