import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inChild } from '../../bench/support/child.ts';
import { regressions } from '../../bench/support/guard.ts';
import { interleave } from '../../bench/support/interleave.ts';
import { median, quantile, rowsOf, spread } from '../../bench/support/statistics.ts';
import { markdown } from '../../bench/support/tables.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('statistics', () => {
  test('median is the one in the middle, or between the two', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([10, 1, 9, 4])).toBe(6.5);
  });

  test('quantile interpolates, and leaves the samples in their order', () => {
    const samples = [40, 10, 30, 20];
    expect(quantile(samples, 0.25)).toBe(17.5);
    expect(samples).toEqual([40, 10, 30, 20]);
  });

  test('spread is half of the distance between the quartiles', () => {
    expect(spread([0, 10, 20, 30, 40])).toBe(10);
  });

  test('rowsOf compares with the first contender, the floor', () => {
    const rows = rowsOf({ floor: [2], other: [5] }, { group: 'all', notes: (name) => ({ of: name }) });
    expect(rows).toEqual([
      { group: 'all', contender: 'floor', median: 2, spread: 0, ratio: 1, notes: { of: 'floor' } },
      { group: 'all', contender: 'other', median: 5, spread: 0, ratio: 2.5, notes: { of: 'other' } },
    ]);
  });
});

describe('interleave', () => {
  test('takes turns, each round begun by another, and does not count the first', async () => {
    const turns: string[] = [];
    const turn = (name: string) => () => turns.push(name);
    const samples = await interleave({ a: turn('a'), b: turn('b') }, 2);
    expect(turns.join('')).toBe('abbaab');
    expect(samples).toEqual({ a: [4, 5], b: [3, 6] });
  });
});

test('inChild runs a program whose path has a space', async () => {
  const program = temporaryFolder().write(
    'a program.js',
    'console.log(JSON.stringify(process.argv.slice(2)))',
  );
  const bench = fileURLToPath(new URL('../../bench', import.meta.url));
  expect(await inChild(relative(bench, program), ['a', 1])).toEqual(['a', '1']);
});

describe('markdown', () => {
  test('has a table for each group, with the columns that its rows have', () => {
    const rows = [
      ...rowsOf({ floor: [1000], us: [1234.5], tired: [] }, { group: 'One' }),
      ...rowsOf({ floor: [0.1234] }, { group: 'Two', unit: 'MB', notes: () => ({ requests: 1 }) }),
      { group: 'Three', contender: 'us', notes: { law: 'yes' } },
    ];
    expect(markdown(rows, 'ms').replaceAll(/ +/g, ' ').split('\n')).toEqual([
      '**One**',
      '',
      '| contender | ms | spread | ratio |',
      expect.stringMatching(/^\|-+\|-+:\|-+:\|-+:\|$/),
      '| floor | 1000 | ± 0 | 1.00 |',
      '| us | 1235 | ± 0 | 1.23 |',
      '| tired | — | — | — |',
      '',
      '**Two**',
      '',
      '| contender | MB | spread | ratio | requests |',
      expect.stringMatching(/^\|-+\|-+:\|-+:\|-+:\|-+:\|$/),
      '| floor | 0.123 | ± 0 | 1.00 | 1 |',
      '',
      '**Three**',
      '',
      '| contender | law |',
      expect.stringMatching(/^\|-+\|-+:\|$/),
      '| us | yes |',
    ]);
  });
});

describe('regressions', () => {
  const row = (ratio: number, notes = {}, contender = 'coflight') => ({
    group: 'One',
    contender,
    ratio,
    notes,
  });

  test('are ratios beyond the tolerance, and nothing within it', () => {
    expect(regressions([row(1.5)], [row(1)], 1.5)).toEqual([]);
    expect(regressions([row(1.6)], [row(1)], 1.5)).toEqual([
      'One, coflight: ratio 1.60, at most 1.50 is tolerated',
    ]);
  });

  test('include counts and laws that have changed', () => {
    const now = row(1, { requests: 2, failed: 0, bytes: 9, 1: 'no' });
    const before = row(1, { requests: 1, failed: 0, bytes: 5, 1: 'yes' });
    expect(regressions([now], [before], 2)).toEqual([
      'One, coflight: 1 is no, was yes',
      'One, coflight: requests is 2, was 1',
    ]);
  });

  test('include figures that can no longer be measured', () => {
    const [now] = rowsOf({ coflight: [] }, { group: 'One' });
    expect(regressions(now ? [now] : [], [row(1)], 1.5)).toEqual(['One, coflight: it could not be measured']);
  });

  test('concern coflight alone, and figures that are committed', () => {
    expect(regressions([row(9, {}, 'peer'), row(9, {}, 'coflight, new')], [row(1, {}, 'peer')], 1.5)).toEqual(
      [],
    );
  });
});
