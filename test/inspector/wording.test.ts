// The sentences of the inspector, in a page and where there is none.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { none } from '../../src/inspector/counts.ts';
import { type Entry, entryOf } from '../../src/inspector/entry.ts';
import {
  apartText,
  durationText,
  emptyText,
  pathOf,
  queueText,
  reasonText,
  sizeText,
  stateText,
  storyOf,
  summary,
  workerText,
} from '../../src/inspector/wording.ts';

afterEach(() => void vi.unstubAllGlobals());

const row = (more: Partial<Entry> = {}): Entry =>
  entryOf({ kind: 'flight', id: 1, method: 'GET', url: 'http://coflight.test/1', start: 10, ...more });

test.each([
  ['method', 'Only GET and HEAD are shared.'],
  ['body', 'A call with a body is not shared.'],
  ['keepalive', 'A `keepalive` call may outlive the page.'],
  ['only-if-cached', 'Only the cache may answer it.'],
  ['opt-out', '`coalesce: false` was given.'],
  ['ineligible', 'The option `eligible` refused it.'],
  ['vary', 'The answer of the flight that it joined varies by something in which they differ.'],
  ['navigate', 'It is a navigation.'],
  ['range', 'A `no-cors` request for a range cannot be made again.'],
  ['upgrade', 'A WebSocket has one owner.'],
  ['scheme', 'Only http and https are shared.'],
  ['foreign', 'Its input is neither a string nor a URL nor a `Request`.'],
  ['receiver', '`fetch` was called as a method of another object.'],
  ['invalid', 'It is invalid, and `fetch` rejects it.'],
  [
    'init: next',
    "`next` in its init could change the answer unseen. If it does not, add `ignoreInit: ['next']`.",
  ],
  ['a newer reason', 'a newer reason'],
])('The reason `%s` is: %s', (reason, text) => expect(reasonText(reason)).toBe(text));

test.each([
  [['key'], 'Kept apart by `key`. The option `key` tells them apart.'],
  [['url'], 'Kept apart by `url`. They ask for different resources.'],
  [
    ['x-a', 'x-b'],
    "Kept apart by `x-a` and `x-b`. Add `ignoreHeaders: ['x-a', 'x-b']`, if the answer does not depend on them.",
  ],
])('The differences %j are: %s', (differs, text) => expect(apartText(differs)).toBe(text));

describe('A URL is shown', () => {
  test.each([
    ['https://map.example/a?b', '/a?b'],
    ['https://map.example.org/a', 'map.example.org/a'],
    ['http://other.example/a', 'other.example/a'],
    ['data:,https://x', 'data:,https://x'],
  ])('A URL is shown in a page: %s as %s', (url, path) => {
    vi.stubGlobal('location', { origin: 'https://map.example' });
    expect(pathOf(url)).toBe(path);
  });

  test('A URL is shown with its host where there is no page', () => {
    expect(pathOf('https://map.example/a')).toBe('map.example/a');
  });
});

test.each<[Partial<Entry>, string]>([
  [{}, 'in flight'],
  [{ outcome: 'done' }, 'done'],
  [{ outcome: 'failed' }, 'failed'],
  [{ outcome: 'done', differs: ['accept', 'x-a'] }, 'apart: accept, x-a'],
  [{ outcome: 'failed', differs: ['key'] }, 'failed · apart: key'],
  [{ reason: 'method' }, 'in flight · bypass: method'],
  [{ kind: 'image', isUrgent: true }, 'in flight · wanted now'],
  [{ kind: 'image', outcome: 'done' }, 'preload'],
])('The state of a row with %j is: %s', (more, text) => expect(stateText(row(more))).toBe(text));

test('Sizes and durations are shown as far as they are known', () => {
  expect([row(), row({ bytes: 1_000 })].map(sizeText)).toEqual(['', '1.0 kB']);
  expect([row(), row({ end: 15 })].map((one) => durationText(one, 40))).toEqual(['30 ms', '5 ms']);
});

test.each([
  [{}, 0, '0 calls, 0 requests, 0 joined, 0 B saved, 0 kept apart, 0 bypassed, 0 failed'],
  [
    { calls: 1, requests: 1, joined: 2, nearMisses: 3, bypassed: 4, failed: 5 },
    2_000,
    '1 call, 1 request, 2 joined, 2.0 kB saved, 3 kept apart, 4 bypassed, 5 failed',
  ],
  [
    { calls: 1_200, requests: 1_100 },
    0,
    '1,200 calls, 1,100 requests, 0 joined, 0 B saved, 0 kept apart, 0 bypassed, 0 failed',
  ],
])('The figures of %j are: %s', (counts, saved, text) => {
  const figures = summary({ ...none(), ...counts }, saved);
  expect(figures.map((pair) => pair.join(' ')).join(', ')).toBe(text);
});

test('The line of the preloader says what is under way, waits and is held', () => {
  const queue = { inFlight: 1, waiting: 2, held: 3, heldBytes: 4_000_000 };
  expect(queueText(queue, { ...none(), steppedAside: 1 })).toBe(
    '1 in lanes and loads · 2 waiting · 3 held (4.0 MB decoded) · stepped aside 1 time',
  );
  expect(queueText({ ...queue, held: 0 }, none())).toBe(
    '1 in lanes and loads · 2 waiting · 0 held · stepped aside 0 times',
  );
});

test('The line of the worker says what all tabs and this page have asked for', () => {
  const counters = { calls: 1_200, launched: 1_000, joined: 200, bypassed: 0, left: 0, failed: 0 };
  const page = { ...counters, calls: 1, launched: 1, joined: 0 };
  expect(workerText({ version: '0.1.0', inFlight: 3, all: counters, page })).toBe(
    'all tabs: 1,200 requests seen, 1,000 sent, 200 joined, 3 in flight · this page: 1 request seen, 1 sent, 0 joined · version 0.1.0',
  );
});

test.each<[Partial<Entry>, string[]]>([
  [{}, ['Nobody joined.', 'It can be joined now.']],
  [{ end: 20 }, ['Nobody joined.']],
  [{ closedBy: 'forget' }, ['Nobody joined.', 'Nobody can join any more: `forget`.']],
  [
    { end: 20, callerCount: 4, leftCount: 1, bytes: 1_000 },
    ['One request for 4 callers: 2 requests and 2.0 kB saved.', '1 caller left early.'],
  ],
  [{ end: 20, callerCount: 2 }, ['One request for 2 callers: 1 request and 0 B saved.']],
  [{ kind: 'bypass', reason: 'method' }, ['Not shared. Only GET and HEAD are shared.']],
  [
    { end: 20, differs: ['url'] },
    ['Kept apart by `url`. They ask for different resources.', 'Nobody joined.'],
  ],
  [{ kind: 'image' }, []],
  [
    { kind: 'image', outcome: 'stepped aside' },
    ['It stepped aside for something more urgent, and waits again.'],
  ],
])('The story of a row with %j is: %j', (more, story) => expect(storyOf(row(more))).toEqual(story));

describe('an empty list says why it is empty:', () => {
  const source = {} as never;
  const all = { show: 'all', text: '' } as const;
  test.each([
    ['No request matches the filter.', { ...all, text: 'tiles' }, { isPaused: true, fetch: source }],
    [
      'No request matches the filter.',
      { ...all, show: 'shared' as const },
      { isPaused: true, fetch: source },
    ],
    ['Paused. Nothing was recorded.', all, { isPaused: true, fetch: source }],
    [/^No requests yet\. Calls of the wrapped fetch and images/, all, { isPaused: false, fetch: source }],
    [/^No requests yet\./, all, { isPaused: false, images: source }],
    ['Nothing is inspected yet: call `inspect(fetch, images, worker)`.', all, { isPaused: false }],
  ])('%s', (expected, filter, sources) => {
    expect(emptyText(filter, sources)).toMatch(expected);
  });
});
