// Which rows the inspector keeps, and which it still finds by their number.

import { expect, test } from 'vitest';
import { Entries, mostEntries } from '../../src/inspector/entries.ts';
import { entryOf } from '../../src/inspector/entry.ts';

const rowsOf = (count: number) => {
  const rows = new Entries();
  for (let id = 0; id < count; id++) rows.add(entryOf({ kind: 'flight', id, url: '/', start: id }));
  return rows;
};

test('A tenth more rows than the bound are kept, and one more drops the oldest tenth', () => {
  const rows = rowsOf(1.1 * mostEntries);
  expect(rows.entries).toHaveLength(1.1 * mostEntries);
  rows.add(entryOf({ kind: 'flight', id: 1.1 * mostEntries, url: '/', start: 0 }));
  expect(rows.entries).toHaveLength(mostEntries + 1);
  expect(rows.entries[0]?.id).toBe(mostEntries / 10);
});

test('A row that was dropped is no longer found', () => {
  const rows = rowsOf(1.1 * mostEntries + 1);
  expect(rows.find('flight', mostEntries / 10 - 1)).toBeUndefined();
  expect(rows.find('flight', mostEntries / 10)).toBe(rows.entries[0]);
});

test('A later row with the number of a dropped one is still found', () => {
  const rows = new Entries();
  const add = (id: number, url: string) => rows.add(entryOf({ kind: 'flight', id, url, start: 0 }));
  add(mostEntries, '/former');
  rows.forgetCalls();
  for (let id = 0; id < 1.1 * mostEntries; id++) add(id, '/later');
  expect(rows.entries).toHaveLength(mostEntries + 1);
  expect(rows.find('flight', mostEntries)?.url).toBe('/later');
});

test('Rows that were cleared are no longer found, unlike those that were kept', () => {
  const rows = rowsOf(2);
  rows.clear(({ id }) => id === 1);
  expect([0, 1].map((id) => rows.find('flight', id)?.id)).toEqual([undefined, 1]);
});
