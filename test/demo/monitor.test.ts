import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Paths } from '../../demo/page/panel/flight.ts';
import { ServerLog } from '../../demo/page/panel/follow.ts';
import { Monitor } from '../../demo/page/panel/monitor.ts';
import { Trace } from '../../demo/page/panel/trace.ts';
import type { Link } from '../../demo/page/shared/link.ts';
import { Counts } from '../../demo/server/counts.ts';
import type { Report } from '../../demo/server/link.ts';
import { defaults } from '../../demo/server/settings.ts';
import { deferred } from '../support/deferred.ts';

const path = 'tiles/light/1/1/1.png';

/** A page whose questions wait: each is answered by hand, with what the server had counted when it was asked. */
function monitored() {
  let counts = new Counts();
  let run = 1;
  const questions: (() => void)[] = [];
  const lost = new Error('lost');
  let reachable = true;
  const link: Pick<Link, 'report'> & Paths = {
    pathOf: (url) => url,
    report(from) {
      const { sums } = counts;
      const report: Report = { settings: defaults, sums, run: `${run}`, log: [...counts.logFrom(from)] };
      const answer = deferred<Report>();
      questions.push(() => (reachable ? answer.resolve(structuredClone(report)) : answer.reject(lost)));
      return answer.promise;
    },
  };
  const trace = new Trace('off', link);
  const monitor = new Monitor(link as Link, trace, new ServerLog(trace, 'off', link));
  return {
    counts,
    /** Starts the counts again. */
    reset: () => {
      counts = new Counts();
      run++;
      return counts;
    },
    trace,
    monitor,
    reach: (can: boolean) => {
      reachable = can;
    },
    /** Answers questions until none comes. */
    async answerAll() {
      await vi.advanceTimersByTimeAsync(5000);
      for (let answer = questions.shift(); answer; answer = questions.shift()) {
        answer();
        await vi.advanceTimersByTimeAsync(5000);
      }
    },
    answer: () => questions.shift()?.(),
  };
}

describe('the monitor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('asks the server again when a request has arrived and ended while a question was under way', async () => {
    const { counts, trace, answer, answerAll } = monitored();
    const asks = [trace.ask(1, path), trace.ask(2, path)];
    await answerAll();
    counts.depart(counts.arrive('tiles', path), 'answered');
    trace.settle(asks[0], 'done');
    // The question is asked now, and answered when the second request is over.
    await vi.advanceTimersByTimeAsync(200);
    counts.depart(counts.arrive('tiles', path), 'answered');
    trace.settle(asks[1], 'done');
    answer();
    await answerAll();
    expect(trace.ledger.sums({ path })).toMatchObject({ asked: 2, sent: 2, waiting: 0 });
  });

  test('ignores what the server says of a run that ended while the answer was on its way', async () => {
    const { counts, reset, trace, answerAll, answer } = monitored();
    trace.ask(1, `${path}?run=1`);
    counts.depart(counts.arrive('tiles', `${path}?run=1`), 'answered');
    await vi.advanceTimersByTimeAsync(200);
    answer();
    await vi.advanceTimersByTimeAsync(200);
    answer();
    // The second answer is on its way.
    trace.clear();
    const counted = reset();
    await answerAll();
    trace.ask(1, `${path}?run=2`);
    counted.depart(counted.arrive('tiles', `${path}?run=2`), 'answered');
    await answerAll();
    expect(trace.ledger.sums({ kind: 'tiles' })).toMatchObject({ asked: 1, sent: 1 });
  });

  test('greets a server that has come back before it says so', async () => {
    const { trace, monitor, reach, answerAll, answer } = monitored();
    const greeted: boolean[] = [];
    monitor.greet = async () => void greeted.push(monitor.lost.value);
    trace.ask(1, path);
    reach(false);
    await vi.advanceTimersByTimeAsync(200);
    answer();
    await vi.advanceTimersByTimeAsync(2000);
    expect(monitor.lost.value).toBe(true);
    reach(true);
    await answerAll();
    expect(greeted).toEqual([true]);
    expect(monitor.lost.value).toBe(false);
  });
});
