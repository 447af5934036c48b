import { describe, expect, test, vi } from 'vitest';
import { Job } from '../../src/core/job.ts';
import type { JobOptions, LaneWork, StartOptions } from '../../src/core/lane-work.ts';
import { Queue } from '../../src/core/queue.ts';
import type { QueueEntry } from '../../src/core/queue-entry.ts';
import { type Deferred, deferred } from '../support/deferred.ts';
import { turns } from '../support/turns.ts';

/**
 * A task that runs until its gate opens, and keeps a record of all that happens to it. `onAbort` is called when a run
 * is aborted.
 */
function task(name: string, more: Partial<JobOptions<string>> = {}, onAbort = () => {}) {
  const runs: { urgent: boolean; gate: Deferred<string>; aborted: boolean }[] = [];
  const start = ({ urgent }: StartOptions): LaneWork<string> => {
    const run = { urgent, gate: deferred<string>(), aborted: false };
    runs.push(run);
    const abort = () => {
      run.aborted = true;
      onAbort();
    };
    return { result: run.gate.promise, abort };
  };
  return {
    task: { start, ...more } satisfies JobOptions<string>,
    runs,
    /** The last run comes to its end. */
    land: () => runs.at(-1)?.gate.resolve(name),
    fail: (error: unknown) => runs.at(-1)?.gate.reject(error),
  };
}

describe('lanes', () => {
  test('run as many as there are, in the order of arrival', async () => {
    const queue = new Queue(2);
    const tasks = ['a', 'b', 'c'].map((name) => task(name));
    const jobs = tasks.map(({ task }) => new Job(queue, task));
    await turns();
    expect(tasks.map(({ runs }) => runs.length)).toEqual([1, 1, 0]);
    expect([queue.inLanes, queue.running, queue.waiting]).toEqual([2, 2, 1]);
    expect(jobs.map(({ waiting }) => waiting)).toEqual([false, false, true]);
    tasks[1]?.land();
    expect(await jobs[1]?.result).toBe('b');
    expect(jobs[1]?.waiting).toBe(false);
    await turns();
    expect(tasks.map(({ runs }) => runs.length)).toEqual([1, 1, 1]);
  });

  test('start nothing in the turn of arrival', () => {
    const one = task('one');
    new Job(new Queue(), one.task);
    expect(one.runs).toHaveLength(0);
  });

  test('start no job that is given up when another one starts', async () => {
    const queue = new Queue(2);
    const second = task('second');
    const first = task('first');
    const start = (how: StartOptions) => {
      queueMicrotask(() => given.abort());
      return first.task.start(how);
    };
    new Job(queue, { ...first.task, start });
    const given = new Job(queue, second.task);
    given.result.catch(() => {});
    await turns();
    expect([first.runs.length, second.runs.length]).toEqual([1, 0]);
  });

  test('start the job with the higher priority first, also when it arrived later', async () => {
    const queue = new Queue();
    const [low, high] = [task('low'), task('high', { priority: 1 })];
    new Job(queue, low.task);
    new Job(queue, high.task);
    await turns();
    expect([low.runs.length, high.runs.length]).toEqual([0, 1]);
  });

  test('follow a priority that changes', async () => {
    const queue = new Queue();
    const [running, one, two] = [task('running'), task('one'), task('two')];
    const [, , second] = [running, one, two].map(({ task }) => new Job(queue, task));
    await turns();
    if (second) second.priority = 1;
    running.land();
    await turns();
    expect([one.runs.length, two.runs.length]).toEqual([0, 1]);
  });

  test('start no job while there are none, and running jobs go on', async () => {
    const queue = new Queue(1);
    const [one, two] = [task('one'), task('two')];
    const job = new Job(queue, one.task);
    new Job(queue, two.task);
    await turns();
    queue.lanes = 0;
    one.land();
    expect(await job.result).toBe('one');
    await turns();
    expect(two.runs).toHaveLength(0);
    queue.lanes = 1;
    await turns();
    expect(two.runs).toHaveLength(1);
  });

  test('give one group at most its lanes, and the other lanes to other groups', async () => {
    const queue = new Queue(3, 1);
    const tasks = ['a', 'a', 'b'].map((group) => task(group, { group }));
    for (const { task } of tasks) new Job(queue, task);
    await turns();
    expect(tasks.map(({ runs }) => runs.length)).toEqual([1, 0, 1]);
    tasks[0]?.land();
    await turns();
    expect(tasks[1]?.runs).toHaveLength(1);
  });

  test('run jobs of no group side by side', async () => {
    const queue = new Queue(2, 1);
    const tasks = ['a', 'b'].map((name) => task(name));
    for (const { task } of tasks) new Job(queue, task);
    await turns();
    expect(tasks.map(({ runs }) => runs.length)).toEqual([1, 1]);
  });

  test('are free before the result when the work says so', async () => {
    const queue = new Queue();
    const freed = deferred();
    const [one, two] = [task('one'), task('two')];
    const job = new Job(queue, {
      start: (how) => ({ ...one.task.start(how), freed: freed.promise }),
    });
    new Job(queue, two.task);
    await turns();
    freed.resolve();
    await turns();
    expect(two.runs).toHaveLength(1);
    one.land();
    expect(await job.result).toBe('one');
    expect(queue.running).toBe(1);
  });
});

describe('promote', () => {
  test('starts a waiting job at once, beside the lanes, and marks it urgent', async () => {
    const queue = new Queue(0);
    const one = task('one');
    new Job(queue, one.task).promote();
    expect(one.runs).toMatchObject([{ urgent: true }]);
  });

  test('makes jobs in lanes step aside, and they resume before all waiting jobs', async () => {
    const queue = new Queue();
    const [first, next, now] = [task('first'), task('next'), task('now')];
    const [job] = [first, next].map(({ task }) => new Job(queue, task));
    await turns();
    const urgent = new Job(queue, now.task);
    urgent.promote();
    expect(first.runs).toMatchObject([{ aborted: true }]);
    await turns();
    expect(first.runs).toHaveLength(1);
    now.land();
    await urgent.result;
    await turns();
    expect([first.runs.length, next.runs.length]).toEqual([2, 0]);
    first.land();
    expect(await job?.result).toBe('first');
  });

  test('adopts a job that runs in a lane', async () => {
    const queue = new Queue();
    const one = task('one');
    const job = new Job(queue, one.task);
    await turns();
    job.promote();
    expect(one.runs).toMatchObject([{ aborted: false }]);
    one.land();
    expect(await job.result).toBe('one');
  });

  test('`promote` of a job that runs in a lane makes the other jobs in lanes step aside', async () => {
    const queue = new Queue(2);
    const [one, other] = [task('one'), task('other')];
    const [job] = [one, other].map(({ task }) => new Job(queue, task));
    await turns();
    job?.promote();
    expect([one.runs, other.runs]).toMatchObject([[{ aborted: false }], [{ aborted: true }]]);
  });

  test('makes a job whose work cannot be aborted step aside, and runs it again later', async () => {
    const queue = new Queue();
    const results = [deferred<string>(), deferred<string>()];
    const start = vi.fn(() => ({ result: results[start.mock.calls.length - 1]?.promise as Promise<string> }));
    const job = new Job(queue, { start });
    await turns();
    const now = task('now');
    const urgent = new Job(queue, now.task);
    urgent.promote();
    results[0]?.resolve('first');
    now.land();
    expect(await urgent.result).toBe('now');
    await turns();
    results[1]?.resolve('second');
    expect(await job.result).toBe('second');
  });

  test('does not make urgent jobs step aside', async () => {
    const queue = new Queue();
    const [one, two] = [task('one'), task('two')];
    for (const { task } of [one, two]) new Job(queue, task).promote();
    expect([...one.runs, ...two.runs]).toMatchObject([{ aborted: false }, { aborted: false }]);
  });

  test('makes no job step aside for one that has freed its lane', async () => {
    const queue = new Queue();
    const [one, two] = [task('one'), task('two')];
    const job = new Job(queue, {
      start: (how) => ({ ...one.task.start(how), freed: Promise.resolve() }),
    });
    new Job(queue, two.task);
    await turns();
    job.promote();
    expect(two.runs).toMatchObject([{ aborted: false }]);
    one.land();
    expect(await job.result).toBe('one');
  });

  test('does nothing to a settled job', async () => {
    const queue = new Queue();
    const [one, other] = [task('one'), task('other')];
    const job = new Job(queue, one.task);
    await turns();
    one.land();
    await job.result;
    new Job(queue, other.task);
    await turns();
    job.promote();
    expect(one.runs).toHaveLength(1);
    expect(other.runs).toMatchObject([{ aborted: false }]);
  });
});

describe('demote', () => {
  test('opens the lanes when no urgent job is left', async () => {
    const queue = new Queue(2);
    const [now, later] = [task('now'), task('later')];
    const job = new Job(queue, now.task);
    job.promote();
    job.promote();
    new Job(queue, later.task);
    job.demote();
    await turns();
    expect(later.runs).toHaveLength(0);
    job.demote();
    await turns();
    expect(later.runs).toHaveLength(1);
    expect(now.runs).toMatchObject([{ aborted: false }]);
  });

  test('makes a job step aside that a later urgent one has passed by', async () => {
    const queue = new Queue();
    const [first, second] = [task('first'), task('second')];
    const job = new Job(queue, first.task);
    job.promote();
    const later = new Job(queue, second.task);
    later.promote();
    job.demote();
    expect(first.runs).toMatchObject([{ aborted: true }]);
    expect(second.runs).toMatchObject([{ aborted: false }]);
    second.land();
    await later.result;
    await turns();
    expect(first.runs).toMatchObject([{}, { urgent: false, aborted: false }]);
  });
});

describe('preempt', () => {
  test('does not affect jobs that have stepped aside often enough', async () => {
    const queue = new Queue();
    const one = task('one');
    new Job(queue, one.task);
    await turns();
    queue.preempt(1);
    await turns();
    queue.preempt(1);
    expect(one.runs).toMatchObject([{ aborted: true }, { aborted: false }]);
  });

  test('ignores the result of work that has stepped aside', async () => {
    const queue = new Queue();
    const one = task('one');
    const job = new Job(queue, one.task);
    await turns();
    queue.preempt();
    await turns();
    one.runs[0]?.gate.reject(new Error('aborted'));
    await turns();
    one.runs[1]?.gate.resolve('second');
    expect(await job.result).toBe('second');
  });
});

describe('frequent promotions', () => {
  test('make a job step aside ten times, and then it goes on', async () => {
    const queue = new Queue();
    const one = task('one');
    const job = new Job(queue, one.task);
    for (let load = 0; load < 20; load++) {
      await turns();
      const now = task('now');
      const urgent = new Job(queue, now.task);
      urgent.promote();
      now.land();
      await urgent.result;
    }
    expect(one.runs.map(({ aborted }) => aborted)).toEqual([...Array(10).fill(true), false]);
    one.land();
    expect(await job.result).toBe('one');
  });
});

describe('a job whose `abort` calls back', () => {
  test('A job whose `abort` calls back and promotes it runs once, beside the lanes', async () => {
    const queue = new Queue();
    const one = task('one', {}, () => job.promote());
    const job: Job = new Job(queue, one.task);
    await turns();
    new Job(queue, task('now').task).promote();
    expect(one.runs).toMatchObject([{ aborted: true }, { aborted: false, urgent: true }]);
    expect([queue.running, queue.waiting]).toEqual([2, 0]);
  });

  test('A job whose `abort` calls back and ends it never runs again', async () => {
    const queue = new Queue();
    const one = task('one', {}, () => job.abort('enough'));
    const job: Job = new Job(queue, one.task);
    await turns();
    const now = task('now');
    const urgent = new Job(queue, now.task);
    urgent.promote();
    await expect(job.result).rejects.toBe('enough');
    now.land();
    await urgent.result;
    await turns();
    expect(one.runs).toHaveLength(1);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  test('A job whose `abort` calls back and ends the job that was promoted leaves that one unstarted', async () => {
    const queue = new Queue();
    const now = task('now');
    const one = task('one', {}, () => urgent.abort('enough'));
    new Job(queue, one.task);
    await turns();
    const urgent: Job = new Job(queue, now.task);
    urgent.promote();
    await expect(urgent.result).rejects.toBe('enough');
    expect(now.runs).toHaveLength(0);
  });

  test('A job whose `abort` calls back and promotes the job that was promoted starts that one once', async () => {
    const queue = new Queue();
    const now = task('now');
    const one = task('one', {}, () => urgent.promote());
    new Job(queue, one.task);
    await turns();
    const urgent: Job = new Job(queue, now.task);
    urgent.promote();
    expect(now.runs).toHaveLength(1);
  });

  test('A job whose `abort` calls back and throws waits again all the same', async () => {
    const queue = new Queue();
    const one = task('one', {}, () => {
      throw new Error('broken');
    });
    const job = new Job(queue, one.task);
    await turns();
    expect(() => queue.preempt()).toThrow('broken');
    await turns();
    one.land();
    expect(await job.result).toBe('one');
    expect(one.runs).toHaveLength(2);
  });
});

describe('startFirst', () => {
  test('starts the first job although no lane is open and an urgent one runs', async () => {
    const queue = new Queue(0);
    const [one, two, now] = [task('one'), task('two', { priority: 1 }), task('now')];
    for (const { task } of [one, two]) new Job(queue, task);
    new Job(queue, now.task).promote();
    queue.startFirst();
    await turns();
    expect([one.runs.length, two.runs.length]).toEqual([0, 1]);
    expect([queue.inLanes, queue.running]).toEqual([1, 2]);
  });

  test('starts a job that does not step aside', async () => {
    const queue = new Queue(0);
    const [one, now] = [task('one'), task('now')];
    const job = new Job(queue, one.task);
    queue.startFirst();
    new Job(queue, now.task).promote();
    queue.preempt();
    expect(one.runs).toMatchObject([{ aborted: false }]);
    one.land();
    expect(await job.result).toBe('one');
  });

  test('does nothing when no job waits', () => {
    const queue = new Queue(0);
    queue.startFirst();
    expect(queue.running).toBe(0);
  });
});

describe('a long queue', () => {
  test('is sorted once for all its starts, and an arrival is compared with the last job alone', () => {
    let looks = 0;
    const started: number[] = [];
    const entry = (order: number, priority = order % 3): QueueEntry => ({
      get priority() {
        looks++;
        return priority;
      },
      order,
      urgent: false,
      timesAside: 0,
      run: () => started.push(order),
      stepAside() {},
    });
    const queue = new Queue(0);
    const count = 256;
    for (let order = 0; order < count; order++) queue.enqueue(entry(order));
    for (let order = count; order < 2 * count; order++) {
      queue.startFirst();
      queue.enqueue(entry(order, 0));
    }
    // Two looks for each of at most eight comparisons of a sorting, and for an arrival. A search for each start needs 65,000.
    expect(looks).toBeLessThan(count * 2 * 10);
    const byPriority = [2, 1, 0].flatMap((rest) =>
      Array.from({ length: count }, (_, order) => order).filter((order) => order % 3 === rest),
    );
    expect(started).toEqual(byPriority);
  });

  test('is searched once for all jobs that arrive in one turn', async () => {
    let looks = 0;
    const entry = (_: unknown, order: number): QueueEntry => ({
      priority: 0,
      order,
      get group() {
        looks++;
        return 'group';
      },
      urgent: false,
      timesAside: 0,
      run() {},
      stepAside() {},
    });
    const queue = new Queue(2, 1);
    const count = 256;
    for (const one of Array.from({ length: count }, entry)) queue.enqueue(one);
    await turns();
    expect([queue.running, queue.waiting]).toEqual([1, count - 1]);
    // Each job and the one that runs: a search for each arrival would need thousands.
    expect(looks).toBeLessThan(count * 2 + 2);
  });
});

describe('abort', () => {
  test('rejects with its reason and removes a waiting job from the queue', async () => {
    const queue = new Queue(0);
    const job = new Job(queue, task('one').task);
    job.abort('enough');
    await expect(job.result).rejects.toBe('enough');
    expect(queue.waiting).toBe(0);
  });

  test('aborts a running job and frees its lane', async () => {
    const queue = new Queue();
    const [one, two] = [task('one'), task('two')];
    const job = new Job(queue, one.task);
    new Job(queue, two.task);
    await turns();
    job.abort('enough');
    await expect(job.result).rejects.toBe('enough');
    await turns();
    expect(one.runs).toMatchObject([{ aborted: true }]);
    expect(two.runs).toHaveLength(1);
  });

  test('does nothing after the end', async () => {
    const one = task('one');
    const job = new Job(new Queue(), one.task);
    await turns();
    one.land();
    await job.result;
    job.abort('late');
    expect(one.runs).toMatchObject([{ aborted: false }]);
    expect(await job.result).toBe('one');
  });

  test('works while the job is being started', async () => {
    const queue = new Queue();
    const abort = vi.fn();
    const job: Job<string> = new Job<string>(queue, {
      start() {
        job.abort('enough');
        return { result: new Promise(() => {}), abort };
      },
    });
    await expect(job.result).rejects.toBe('enough');
    expect(abort).toHaveBeenCalledOnce();
    expect(queue.running).toBe(0);
  });

  test('`abort` while the job is being started is its failure, also when the start throws then', async () => {
    const queue = new Queue();
    const retry = vi.fn();
    const job: Job<string> = new Job<string>(queue, {
      retry,
      start() {
        job.abort('enough');
        throw new Error('broken');
      },
    });
    await expect(job.result).rejects.toBe('enough');
    expect(retry).not.toHaveBeenCalled();
    expect(queue.running).toBe(0);
  });
});

describe('a failure', () => {
  test('is the result, and the queue goes on', async () => {
    const queue = new Queue();
    const [one, two] = [task('one'), task('two')];
    const job = new Job(queue, one.task);
    new Job(queue, two.task);
    await turns();
    const error = new Error('broken');
    one.fail(error);
    await expect(job.result).rejects.toBe(error);
    await turns();
    expect(two.runs).toHaveLength(1);
  });

  test('may be a throw of the launch', async () => {
    const queue = new Queue();
    const error = new Error('broken');
    const job = new Job(queue, {
      start() {
        throw error;
      },
    });
    await expect(job.result).rejects.toBe(error);
    expect(queue.running).toBe(0);
  });

  test('may be an error that `retry` throws', async () => {
    const queue = new Queue();
    const mistake = new Error('no answer');
    const retry = () => {
      throw mistake;
    };
    const one = task('one', { retry });
    const job = new Job(queue, one.task);
    await turns();
    one.fail(new Error('broken'));
    await expect(job.result).rejects.toBe(mistake);
    expect(queue.running).toBe(0);
  });

  test('A failure whose `retry` returns no promise is not retried, and leaves its lane to the next job', async () => {
    const queue = new Queue();
    const [one, next] = [task('one', { retry: () => true as never }), task('next')];
    const job = new Job(queue, one.task);
    new Job(queue, next.task);
    await turns();
    const error = new Error('busy');
    one.fail(error);
    await expect(Promise.race([job.result, turns()])).rejects.toBe(error);
    await turns();
    expect([one.runs.length, next.runs.length]).toEqual([1, 1]);
  });

  test('waits without a lane for its retry', async () => {
    const queue = new Queue();
    const rest = deferred();
    const again = vi.fn(() => rest.promise);
    const [one, two] = [task('one', { retry: again }), task('two')];
    const job = new Job(queue, one.task);
    new Job(queue, two.task);
    await turns();
    const error = new Error('busy');
    one.fail(error);
    await turns();
    expect(again).toHaveBeenCalledWith(error, 1);
    expect([one.runs.length, two.runs.length]).toEqual([1, 1]);
    rest.resolve();
    two.land();
    await turns();
    one.land();
    expect(await job.result).toBe('one');
    expect(one.runs).toHaveLength(2);
  });

  test('is retried at once when a caller wants the job now', async () => {
    const rest = deferred();
    const one = task('one', { retry: () => rest.promise });
    const job = new Job(new Queue(), one.task);
    await turns();
    one.fail(new Error('busy'));
    await turns();
    job.promote();
    expect(one.runs).toHaveLength(2);
    rest.resolve();
    await turns();
    expect(one.runs).toHaveLength(2);
    one.land();
    expect(await job.result).toBe('one');
  });

  test('A failure of a job that no caller wants now is retried when a lane is free, and no other job steps aside', async () => {
    const queue = new Queue();
    const rest = deferred();
    const [one, other] = [task('one', { retry: () => rest.promise }), task('other')];
    for (const { task } of [one, other]) new Job(queue, task);
    await turns();
    one.fail(new Error('busy'));
    await turns();
    rest.resolve();
    await turns();
    expect(other.runs).toMatchObject([{ aborted: false }]);
    expect(one.runs).toHaveLength(1);
    other.land();
    await turns();
    expect(one.runs).toHaveLength(2);
  });

  test('A failure of an urgent job is retried beside the lanes, also while they are closed', async () => {
    const queue = new Queue(0);
    const rest = deferred();
    const one = task('one', { retry: () => rest.promise });
    const job = new Job(queue, one.task);
    job.promote();
    one.fail(new Error('busy'));
    await turns();
    rest.resolve();
    await turns();
    expect(one.runs).toMatchObject([{ urgent: true }, { urgent: true }]);
    one.land();
    expect(await job.result).toBe('one');
  });

  test('A failure of an urgent job is retried before a job that has the lane, which steps aside', async () => {
    const queue = new Queue();
    const rest = deferred();
    const [one, other] = [task('one', { retry: () => rest.promise }), task('other')];
    new Job(queue, one.task).promote();
    new Job(queue, other.task);
    one.fail(new Error('busy'));
    await turns();
    expect(other.runs).toHaveLength(1);
    rest.resolve();
    await turns();
    expect([one.runs.length, queue.waiting]).toEqual([2, 1]);
    expect(other.runs).toMatchObject([{ aborted: true }]);
  });

  test('is retried after the last delay, not after the delay of an earlier failure', async () => {
    const rests = [deferred(), deferred()];
    const one = task('one', { retry: (_, failures) => rests[failures - 1]?.promise });
    const job = new Job(new Queue(), one.task);
    await turns();
    one.fail(new Error('busy'));
    await turns();
    job.promote();
    one.fail(new Error('busy'));
    await turns();
    rests[0]?.resolve();
    await turns();
    expect(one.runs).toHaveLength(2);
    rests[1]?.resolve();
    await turns();
    expect(one.runs).toHaveLength(3);
    one.land();
    expect(await job.result).toBe('one');
  });

  test('is retried once where two failures share one delay', async () => {
    const rest = deferred();
    const queue = new Queue(0);
    const one = task('one', { retry: () => rest.promise });
    const job = new Job(queue, one.task);
    job.promote();
    one.fail(new Error('busy'));
    await turns();
    job.promote();
    one.fail(new Error('busy'));
    await turns();
    job.demote();
    job.demote();
    rest.resolve();
    await turns();
    expect([one.runs.length, queue.waiting]).toEqual([2, 1]);
    queue.lanes = 1;
    await turns();
    one.land();
    expect(await job.result).toBe('one');
    expect([one.runs.length, queue.waiting]).toEqual([3, 0]);
  });

  test('is not retried when the job was aborted meanwhile', async () => {
    const rest = deferred();
    const one = task('one', { retry: () => rest.promise });
    const queue = new Queue();
    const job = new Job(queue, one.task);
    await turns();
    one.fail(new Error('busy'));
    await turns();
    job.abort('enough');
    rest.resolve();
    await expect(job.result).rejects.toBe('enough');
    await turns();
    expect([one.runs.length, queue.waiting, queue.running]).toEqual([1, 0, 0]);
  });
});
