// Random sequences of everything that can happen to a queue. The invariants are checked at each start, and in the end
// every promise has settled.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Job } from '../../src/core/job.ts';
import { Queue } from '../../src/core/queue.ts';
import { type Deferred, deferred } from '../support/deferred.ts';

/** One task, with the facts that the test knows about it. */
class Subject {
  readonly job: Job<number>;
  readonly order: number;
  readonly group: string;
  priority: number;
  urgent = 0;
  /** The run that is under way: undefined while it waits, and after the end. */
  run: Deferred<number> | undefined;
  /** The delay before its retry, while it waits for one. */
  delay: Deferred<void> | undefined;
  /** What its next abort calls, which may be anything. */
  onAbort: (() => void) | undefined;
  over = false;

  constructor(world: World, order: number, priority: number, group: string) {
    this.order = order;
    this.priority = priority;
    this.group = group;
    const start = () => {
      world.launched(this);
      this.delay = undefined;
      const run = deferred<number>();
      this.run = run;
      // The test must be called before the job, which then starts others.
      run.promise.then(
        () => this.run === run && this.#end(),
        () => {
          if (this.run === run) this.run = undefined;
        },
      );
      const abort = () => {
        const { onAbort } = this;
        this.run = this.onAbort = undefined;
        onAbort?.();
      };
      return { result: run.promise, abort };
    };
    const retry = (_: unknown, failures: number) => {
      if (failures > 2) {
        this.#end();
        return undefined;
      }
      const delay = deferred();
      this.delay = delay;
      // The delay is over for the test when it is over for the job.
      const then = (again: () => void) =>
        delay.promise.then(() => {
          if (this.delay === delay) this.delay = undefined;
          again();
        });
      return { then } as PromiseLike<void>;
    };
    this.job = new Job(world.queue, { start, priority, group, retry });
    this.job.result.then(this.#end, this.#end);
  }

  readonly #end = (): void => {
    this.over = true;
    this.run = this.delay = undefined;
  };
}

class World {
  readonly queue = new Queue(1, 2);
  readonly subjects: Subject[] = [];
  readonly wrongs: string[] = [];
  lanes = 1;

  get #running() {
    return this.subjects.filter(({ run }) => run);
  }

  /** Returns what was wrong with this start: a job may start only with a free lane, and when none before it waits. */
  launched(one: Subject): void {
    const running = this.#running;
    const taken = (group: string) => running.filter((other) => other.group === group).length;
    const goesBefore = (other: Subject) =>
      other.priority > one.priority || (other.priority === one.priority && other.order < one.order);
    this.#note('runs twice', !!one.run);
    this.#note('starts after its end', one.over);
    if (one.urgent) return;
    this.#note('has no lane', running.length >= this.lanes);
    this.#note(
      'passes by what is urgent',
      running.some(({ urgent }) => urgent),
    );
    this.#note('takes more than its group may', taken(one.group) >= 2);
    const waiting = this.subjects.filter(
      (other) => !other.over && !other.run && !other.delay && taken(other.group) < 2,
    );
    this.#note('passes by its betters', waiting.some(goesBefore));
  }

  /** Notes a job in a lane that runs beside an urgent one, although it may step aside. */
  compared(): void {
    const running = this.#running;
    this.#note(
      'runs beside what is urgent',
      running.some(({ urgent }) => urgent) &&
        running.some(({ urgent, job }) => !urgent && job.timesAside < 10),
    );
  }

  /** Collected, because an error thrown within a start would only be the failure of that task. */
  #note(wrong: string, isSo: boolean): void {
    if (isSo) this.wrongs.push(wrong);
  }
}

type Act = (world: World, one: Subject) => void;

const acts: Record<string, Act> = {
  add: (world, { order }) =>
    void world.subjects.push(new Subject(world, world.subjects.length, order % 3, 'abc'[order % 2] ?? '')),
  promote(_, one) {
    one.urgent++;
    one.job.promote();
  },
  demote(_, one) {
    if (!one.urgent) return;
    one.urgent--;
    one.job.demote();
  },
  abort(_, one) {
    one.job.abort();
    one.over = true;
  },
  land: (_, one) => one.run?.resolve(1),
  fail: (_, one) => one.run?.reject(new Error('failed')),
  rest: (_, one) => one.delay?.resolve(),
  /** The next abort of one job promotes, demotes or aborts another one. */
  callBack(world, one) {
    const other = world.subjects[(one.order * 7) % world.subjects.length] as Subject;
    const name = ['promote', 'demote', 'abort'][one.order % 3] as string;
    one.onAbort = () => acts[name]?.(world, other);
  },
  prefer(_, one) {
    one.priority++;
    one.job.priority = one.priority;
  },
  preempt: ({ queue }) => queue.preempt(),
  lanes(world, { order }) {
    world.lanes = order % 4;
    world.queue.lanes = world.lanes;
  },
};

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts), 'add', 'add', 'land'), fc.nat(20)), {
  maxLength: 60,
  size: 'max',
});

test('The queue keeps its lanes, its order and its promises in random histories', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const world = new World();
      world.subjects.push(new Subject(world, 0, 0, 'a'));
      for (const [name, nth] of sequence) {
        const one = world.subjects[nth % world.subjects.length] as Subject;
        acts[name]?.(world, one);
        world.compared();
        if (nth % 2) await setImmediate();
      }
      world.lanes = 2;
      world.queue.lanes = 2;
      while (world.subjects.some(({ over }) => !over)) {
        for (const { run, delay } of world.subjects) {
          run?.resolve(1);
          delay?.resolve();
        }
        await setImmediate();
      }
      expect(world.wrongs).toEqual([]);
      expect([world.queue.running, world.queue.waiting]).toEqual([0, 0]);
    }),
    { numRuns: 2000 },
  );
});
