// How long a write fences reads of other resources, where its page says little or nothing.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../support/worker-scope.ts';
import { sameOrigin } from '../../src/http/fence.ts';
import { Writes, writeOf } from '../../src/service-worker/writes.ts';

const read = new Request('https://map.example/tile');
const write = { url: 'https://map.example/todos', method: 'POST', time: 0 };
let writes: Writes;

beforeEach(() => {
  vi.useFakeTimers();
  writes = new Writes(sameOrigin, () => {});
});
afterEach(() => void vi.useRealTimers());

test.each([{ url: 'data:,todos' }, { url: 'https://' }, { method: 'GET' }, { method: 'no method' }])(
  'what is no write fences nothing, and is no error: %j',
  (part) => {
    for (const call of ['begin', 'watch', 'end'] as const) writes[call]({ ...write, ...part }, 'one');
    expect(writes.fence(read, 'reader')).toBe(false);
  },
);

test('a page that is closed reports no end, so its write fences for a second', () => {
  writes.begin(write, 'one');
  writes.watch(write, 'one');
  writes.clientClosed('one');
  vi.advanceTimersByTime(900);
  expect(writes.fence(read, 'reader')).toBe(true);
  vi.advanceTimersByTime(200);
  expect(writes.fence(read, 'reader')).toBe(false);
});

test('a page that is closed ends no fence of another page', () => {
  writes.begin(write, 'one');
  writes.watch(write, 'one');
  writes.clientClosed('other');
  vi.advanceTimersByTime(30_000);
  expect(writes.fence(read, 'reader')).toBe(true);
});

test('a silent page that is closed fences no longer than before', () => {
  writes.begin(write, 'one');
  vi.advanceTimersByTime(5_000);
  // The page was silent, so this write fences the same resource alone.
  writes.begin({ ...write, url: `${write.url}/7` }, 'one');
  expect(writes.fence(read, 'reader')).toBe(false);
  writes.clientClosed('one');
  expect(writes.fence(read, 'reader')).toBe(false);
});

test('a write is named by the clock that page and worker share also after the computer has slept', () => {
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  expect(writeOf(new Request(write.url, write))).toEqual({ ...write, time: Date.now() });
});

test('writes that come in one millisecond have different names', () => {
  const names = Array.from({ length: 100 }, () => writeOf(new Request(write.url, write)).time);
  expect(new Set(names).size).toBe(100);
  expect(Math.max(...names)).toBeLessThan(Date.now() + 1);
});

test.each([-3_600_000, 3_600_000])('a clock that is set by %d ms changes no fence', (change) => {
  writes.begin(write, 'one');
  writes.watch(write, 'one');
  vi.setSystemTime(Date.now() + change);
  vi.advanceTimersByTime(59_000);
  expect(writes.fence(read, 'reader')).toBe(true);
  vi.advanceTimersByTime(1_100);
  expect(writes.fence(read, 'reader')).toBe(false);
});

test('a new page closes reads for the forms under way alone: no other write can have opened it', () => {
  const closedFor: string[] = [];
  writes = new Writes(sameOrigin, (_, client) => closedFor.push(client));
  for (const client of ['one', 'platform', 'form two']) writes.begin(write, client);
  expect(closedFor.splice(0)).toHaveLength(3);
  writes.opened('form three');
  expect(closedFor).toEqual(['form two']);
});
