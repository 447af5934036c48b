// How long a write fences reads of other resources, where its page says little or nothing.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../support/worker-scope.ts';
import { sameOrigin } from '../../src/http/fence.ts';
import { Writes } from '../../src/service-worker/writes.ts';

const read = new Request('https://map.example/tile');
const write = { url: 'https://map.example/todos', method: 'POST' };
let writes: Writes;

beforeEach(() => {
  vi.useFakeTimers();
  writes = new Writes(sameOrigin);
});
afterEach(() => void vi.useRealTimers());

test('a page that is closed reports no end, so its write fences for a second', () => {
  writes.begin(write, 'one');
  writes.watch(write, 'one');
  writes.depart('one');
  vi.advanceTimersByTime(900);
  expect(writes.fence(read)).toBe(true);
  vi.advanceTimersByTime(200);
  expect(writes.fence(read)).toBe(false);
});

test('a page that is closed ends no fence of another page', () => {
  writes.begin(write, 'one');
  writes.watch(write, 'one');
  writes.depart('other');
  vi.advanceTimersByTime(30_000);
  expect(writes.fence(read)).toBe(true);
});

test('a silent page that is closed fences no longer than before', () => {
  writes.begin(write, 'one');
  vi.advanceTimersByTime(5_000);
  // The page was silent, so this write fences the same resource alone.
  writes.begin({ ...write, url: `${write.url}/7` }, 'one');
  expect(writes.fence(read)).toBe(false);
  writes.depart('one');
  expect(writes.fence(read)).toBe(false);
});
