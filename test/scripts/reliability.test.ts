import { describe, expect, test } from 'vitest';
import { commitRow, pages, type Results, textOf } from '../../scripts/reliability.ts';

const results = (changes: Partial<Results> = {}): Results => ({
  order: 1,
  title: 'Faults',
  command: 'npm run test:faults',
  at: 'abc1234',
  with: 'Node 26',
  summary: 'All are as native.',
  head: ['fault', 'runs'],
  rows: [['reset', '12']],
  notes: [],
  ...changes,
});

test('docs/reliability.md shows the committed results (`npm run reliability` writes the page)', () => {
  const { is, wanted } = pages();
  expect(is).toBe(wanted);
});

describe('textOf', () => {
  test('writes the title, the summary, the command, the versions and the table of each trial', () => {
    expect(textOf([results({ notes: ['One note.'] })])).toContain(
      '## Faults\n\nAll are as native.\n\n`npm run test:faults` · Node 26 · `src/` as of commit abc1234\n\n' +
        '| fault | runs |\n|---|--:|\n| reset | 12 |\n\n- One note.\n',
    );
  });

  test('says no commit for all columns when a row says one for each', () => {
    const text = textOf([results({ rows: [[commitRow, 'def5678']] })]);
    expect(text).toContain('`npm run test:faults` · Node 26\n');
    expect(text).not.toContain('abc1234');
  });

  test('puts the trials in their order', () => {
    const text = textOf([results({ order: 2, title: 'Later' }), results({ title: 'Sooner' })]);
    expect(text.indexOf('## Sooner')).toBeLessThan(text.indexOf('## Later'));
  });

  test('keeps a bar and a line break inside their cell', () => {
    expect(textOf([results({ rows: [['a | b\nc', '1']] })])).toContain('| a \\| b c | 1 |');
  });

  test('refuses a row that has more or fewer cells than the head', () => {
    expect(() => textOf([results({ rows: [['reset']] })])).toThrow('each row of "Faults" to have 2 cells');
  });

  test('leaves the table out when there are no rows', () => {
    expect(textOf([results({ rows: [] })])).not.toContain('|---');
  });
});
