import { describe, expect, test } from 'vitest';
import { type Run, sectionOf } from '../../scripts/stability/runs.ts';

const run = (changes: Partial<Run> = {}): Run => ({
  at: 'abc1234',
  hogs: 0,
  minutes: 8,
  passed: 9659,
  failed: [],
  ...changes,
});

describe('the section about repeated runs', () => {
  test('has a row for each commit and for each number of programs beside the tests', () => {
    const runs = [
      run({ load: 2 }),
      run({ load: 3, minutes: 9 }),
      run({ hogs: 1, load: 7, minutes: 15 }),
      run({ at: 'def5678' }),
    ];
    expect(sectionOf(runs, 'Node 26')).toMatchObject({
      summary: '4 of 4 runs of all tests of `npm test` had no failure. No failed test is tried again.',
      rows: [
        ['abc1234', 'nothing', '2', '0', '9659', '2.5', '8.5'],
        ['abc1234', 'a busy program', '1', '0', '9659', '7.0', '15.0'],
        ['def5678', 'nothing', '1', '0', '9659', '–', '8.0'],
      ],
      notes: [expect.stringContaining('Load:')],
    });
  });

  test('counts the runs with a failure, and names each failed test once for a commit', () => {
    const failed = ['test/a.test.ts: waits'];
    const runs = [run(), run({ failed }), run({ failed }), run({ at: 'def5678', failed })];
    const { summary, rows, notes } = sectionOf(runs, 'Node 26');
    expect(summary).toContain('1 of 4 runs');
    expect(rows.map(([at, , count, failures]) => [at, count, failures])).toEqual([
      ['abc1234', '3', '2'],
      ['def5678', '1', '1'],
    ]);
    expect(notes).toEqual([
      expect.stringContaining('Load:'),
      'Failed at abc1234: test/a.test.ts: waits.',
      'Failed at def5678: test/a.test.ts: waits.',
    ]);
  });
});
