import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { laws as programs } from '../../bench/laws.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/laws.md`, 'utf8');

/** The rows of the page: number, sentence and the files that hold it. */
const laws = [...page.matchAll(/^\| (\d+) \| (.+?) \| (.*) \|$/gm)].map(([, number, law, files = '']) => ({
  number: Number(number),
  law,
  files: [...files.matchAll(/`(.+?)`/g)].map(([, file]) => file as string),
}));

test('The laws are numbered from 1 to 27, each once', () => {
  expect(laws.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, at) => at + 1));
});

test('No law is without a test', () => {
  expect(laws.filter(({ files }) => !files.length)).toEqual([]);
});

test.each(laws)('Law $number is held by files that exist and test something', ({ files }) => {
  for (const file of files) {
    expect(existsSync(root + file), file).toBe(true);
    expect(readFileSync(root + file, 'utf8')).toMatch(/\b(test|expect|measure|bench)/);
  }
});

test('Each law of the benchmark belongs to a law of the page, and no id is given twice', () => {
  const ids = programs.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const numbers = laws.map(({ number }) => `${number}`);
  expect(ids.filter((id) => !numbers.includes(id.replace(/[a-z]$/, '')))).toEqual([]);
});
