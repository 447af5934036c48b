import { beforeEach, describe, expect, test } from 'vitest';
import type { Mutant, Status } from '../mutants/pass.ts';
import { changesOf, type RoomResults, type Survivor, survivorsAmong } from '../mutants/results.ts';
import { extended, updated } from '../mutants/updates.ts';
import { temporaryFolder } from '../support/folder.ts';

const source = `// a comment
const sum = (a: number, b: number) => a + b;

function first(list: readonly number[]) {
  if (!list.length) {
    return 0;
  }
  return list[0];
}

const none = '' + '';
`;

let file: string;

beforeEach(() => {
  file = temporaryFolder().write('numbers.ts', source);
});

const survivor = (changes: Partial<Survivor> = {}): Survivor => ({
  file,
  line: 1,
  source: 'const sum = (a: number, b: number) => a + b;',
  code: 'a + b',
  replacement: 'a - b',
  isReached: true,
  ...changes,
});

/** The mutant of that code on that line, which may end with another status. */
function mutant(
  status: Status,
  { line = 2, column = 39, code = 'a + b', replacement = 'a - b' } = {},
): Mutant {
  const location = { start: { line, column }, end: { line, column: column + code.length } };
  return { fileName: file, location, mutatorName: 'Operator', replacement, status };
}

const empty = { line: 11, code: "''", replacement: '"text"' };
const emptySurvivor = () => survivor({ source: "const none = '' + '';", code: "''", replacement: '"text"' });

const ranges = (one: Survivor) => changesOf(one).map(({ range }) => range);

describe('the range of a survivor', () => {
  test('is where its text is now', () => {
    expect(changesOf(survivor())).toEqual([{ range: `${file}:2:38-2:43`, replacement: 'a - b' }]);
  });

  test('may have several lines', () => {
    const block = survivor({ source: 'if (!list.length) {', code: '{\n    return 0;\n  }' });
    expect(ranges(block)).toEqual([`${file}:5:20-7:3`]);
  });

  test('is each place where its text is', () => {
    expect(ranges(emptySurvivor())).toEqual([`${file}:11:13-11:15`, `${file}:11:18-11:20`]);
  });

  test('is nowhere when its line or its file is gone', () => {
    expect(ranges(survivor({ source: 'const sum = (a, b) => a + b;' }))).toEqual([]);
    expect(ranges(survivor({ file: `${file}.gone` }))).toEqual([]);
  });
});

describe('the survivors among the mutants that were tried', () => {
  test('are those with the text of a survivor', () => {
    const mutants = [mutant('Killed'), mutant('Survived', { replacement: 'b' }), mutant('Killed', empty)];
    expect(survivorsAmong(mutants, [survivor()])).toEqual([mutants[0]]);
  });

  test('are as many as there were, and first those that are alive', () => {
    const [first, second] = [
      { ...empty, column: 14 },
      { ...empty, column: 19 },
    ];
    const mutants = [mutant('Killed', first), mutant('NoCoverage', second)];
    expect(survivorsAmong(mutants, [emptySurvivor()])).toEqual([mutants[1]]);
    expect(survivorsAmong(mutants, [emptySurvivor(), emptySurvivor()])).toHaveLength(2);
  });

  test('are none of those for which no test ran', () => {
    expect(survivorsAmong([mutant('Ignored'), mutant('CompileError')], [survivor()])).toEqual([]);
  });
});

describe('results', () => {
  const [first, second, gone] = [
    survivor(),
    survivor({ replacement: 'b' }),
    survivor({ source: 'gone' }),
  ] as const;
  const survivors = [first, second, gone];
  const before: RoomResults = {
    room: 'numbers',
    tests: ['node: test/numbers.test.ts'],
    mutants: 12,
    tried: 10,
    killed: 6,
    timedOut: 1,
    survivors,
  };

  test('count a survivor that is noticed now as killed, and one whose code is gone no more', () => {
    const after = updated(before, survivors, [mutant('Killed'), mutant('Survived', { replacement: 'b' })]);
    expect(after).toMatchObject({ mutants: 11, tried: 9, killed: 7, timedOut: 1 });
    expect(after.survivors).toMatchObject([{ line: 2, replacement: 'b', isReached: true }]);
    expect(after.again).toMatch(/^[0-9a-f]{7,}$/);
  });

  test('count a survivor that hangs now', () => {
    const after = updated(before, survivors, [mutant('Timeout'), mutant('NoCoverage', { replacement: 'b' })]);
    expect(after).toMatchObject({ mutants: 11, tried: 9, killed: 6, timedOut: 2 });
    expect(after.survivors).toMatchObject([{ replacement: 'b', isReached: false }]);
  });

  test('keep the survivors that were not tried again', () => {
    const after = updated(before, [second], [mutant('Killed', { replacement: 'b' })]);
    expect(after).toMatchObject({ mutants: 12, tried: 10, killed: 7, timedOut: 1 });
    expect(after.survivors).toEqual([first, gone]);
  });

  /** The results with survivors that have a file. */
  const placed = () => ({ ...before, survivors: survivors.map((one) => ({ ...one, file })) });

  test('take in the mutants of lines that have changed since, and keep the survivors that are still there', () => {
    const after = extended(
      placed(),
      [mutant('Survived', { replacement: 'a * b' }), mutant('Timeout', empty)],
      20,
    );
    expect(after).toMatchObject({ mutants: 20, tried: 18, killed: 13, timedOut: 2 });
    expect(after.survivors.map(({ replacement }) => replacement)).toEqual(['a - b', 'b', 'a * b']);
  });

  test('count a survivor of a line that has changed as it is now', () => {
    const after = extended(placed(), [mutant('Killed')], 12);
    expect(after).toMatchObject({ mutants: 12, tried: 10, killed: 8, timedOut: 1 });
    expect(after.survivors).toMatchObject([{ replacement: 'b' }]);
  });
});
