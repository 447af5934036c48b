// The tracks of the Performance panel: which bars are drawn, when, and what they say.

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { hints } from '../../src/inspector/hints.ts';
import { track } from '../../src/inspector/track.ts';
import { Source } from '../support/inspected.ts';

const url = 'http://coflight.test/places';
const name = 'coflight.test/places';
let fetch: Source;
let images: Source;
let stop: () => void;

type Devtools = Record<'track' | 'color' | 'tooltipText', string> & { properties: [string, string][] };
const measured = vi.spyOn(performance, 'measure');
const cleared = vi.spyOn(performance, 'clearMeasures');

/** The bars that have been drawn. */
const bars = () =>
  measured.mock.calls.map(([called, options]) => {
    const { start, end, detail } = options as { start: number; end: number; detail: { devtools: Devtools } };
    return { called, start, end, ...detail.devtools };
  });
const drawn = () => bars().map(({ track, color, start, end }) => [track, color, start, end]);
const properties = () => Object.fromEntries(bars()[0]?.properties ?? []);

beforeEach(() => {
  measured.mockClear();
  cleared.mockClear();
  [fetch, images] = [new Source(), new Source()];
  stop = track(fetch, images);
});
afterEach(() => stop());

describe('something else than a source is refused, with what to pass instead', () => {
  test.each([
    [globalThis.fetch, '[object Function]'],
    [null, 'null'],
  ])('as the wrapped fetch, %s', (wrong, got) => {
    const error = new TypeError(`Expected \`fetch\` to be what \`createFetch()\` returns, got \`${got}\`.`);
    expect(() => track(wrong as never)).toThrow(error);
    expect(() => hints(wrong as never, () => {})).toThrow(error);
  });

  test('as the wrapped fetch of hints, none', () => {
    expect(() => hints(undefined as never, () => {})).toThrow('Expected `fetch` to be');
  });

  test.each([
    ["the platform's fetch", globalThis.fetch],
    ['a wrapped fetch', createFetch()],
  ])('as the preloader, %s', (_, wrong) => {
    expect(() => track(fetch, wrong as never)).toThrow(
      new TypeError('Expected `images` to be what `createPreloader()` returns, got `[object Function]`.'),
    );
  });
});

describe('a flight', () => {
  test('is a bar of its leader and of each follower, from its call to the end', () => {
    fetch.tell('launch', { id: 1, url, time: 10 });
    fetch.tell('join', { id: 1, url, time: 20 });
    fetch.tell('join', { id: 1, url, time: 30 });
    expect(drawn()).toEqual([]);
    fetch.tell('settle', { id: 1, time: 40, bytes: 2000, outcome: 'done' });
    expect(drawn()).toEqual([
      ['leaders', 'primary', 10, 40],
      ['followers', 'secondary', 20, 40],
      ['followers', 'secondary', 30, 40],
    ]);
    expect(bars()[0]).toMatchObject({
      called: name,
      dataType: 'track-entry',
      trackGroup: 'coflight',
      tooltipText: `GET ${name}: done`,
    });
    expect(properties()).toEqual({
      URL: url,
      Method: 'GET',
      State: 'done',
      Callers: '3',
      Saved: '2 requests',
      Body: '2.0 kB',
    });
    expect(cleared.mock.calls).toEqual([[name], [name], [name]]);
  });

  test('says its method, and what kept it apart', () => {
    fetch.tell('launch', { id: 1, url, time: 1, request: { method: 'HEAD' }, differs: ['accept'] });
    fetch.tell('settle', { id: 1, time: 2, bytes: 0, outcome: 'done' });
    expect(properties()).toMatchObject({
      Method: 'HEAD',
      State: 'apart: accept',
      'Kept apart': expect.stringContaining('`accept`'),
    });
    expect(properties()).not.toHaveProperty('Body');
    expect(properties()).not.toHaveProperty('Not shared');
  });

  test('is an error when it has failed, and drawn once', () => {
    fetch.tell('launch', { id: 1, url, time: 1 });
    for (const time of [2, 3]) fetch.tell('settle', { id: 1, time, bytes: 0, outcome: 'failed' });
    expect(drawn()).toEqual([['leaders', 'error', 1, 2]]);
  });

  test('that was launched before the tracks began is a bar from its launch, and so are its later followers', () => {
    stop();
    const now = performance.now();
    fetch.inFlight = [{ id: 8, url, bytes: 0, age: 50, subscribers: 2 }];
    stop = track(fetch);
    fetch.tell('join', { id: 8, url, time: now + 10 });
    fetch.tell('settle', { id: 8, time: now + 20, bytes: 100, outcome: 'done' });
    const [leader, ...followers] = drawn();
    expect(leader).toEqual(['leaders', 'primary', expect.closeTo(now - 50, -2), now + 20]);
    expect(followers).toEqual([['followers', 'secondary', now + 10, now + 20]]);
    expect(properties()).toMatchObject({ Callers: '3', Saved: '2 requests' });
  });

  test('has saved no request for a follower that has left', () => {
    fetch.tell('launch', { id: 1, url, time: 1 });
    for (const time of [2, 3]) fetch.tell('join', { id: 1, url, time });
    fetch.tell('leave', { id: 1, url, time: 4 });
    fetch.tell('settle', { id: 1, time: 5, bytes: 100, outcome: 'done' });
    // After its end, and for a flight that the tracks do not know.
    for (const id of [1, 7]) fetch.tell('leave', { id, url, time: 6 });
    expect(properties()).toMatchObject({ Callers: '3', Saved: '1 request' });
  });

  test('A flight that lingers is a point where a caller joins it', () => {
    fetch.tell('join', { id: 7, url, time: 5 });
    expect(drawn()).toEqual([['followers', 'secondary', 5, 5]]);
    expect(properties()).toMatchObject({ URL: url, Method: 'GET' });
  });
});

test('a measure of the page that has the name of a bar stays in its list', () => {
  performance.measure(name, { start: 1, end: 2 });
  onTestFinished(() => performance.clearMeasures(name));
  fetch.tell('launch', { id: 1, url, time: 10 });
  fetch.tell('settle', { id: 1, time: 20, outcome: 'done' });
  expect(performance.getEntriesByName(name)).toContainEqual(expect.objectContaining({ startTime: 1 }));
});

test('a bypassed call is a bar that says why', () => {
  fetch.tell('bypass', {
    id: 2,
    url,
    time: 1,
    role: 'bypass',
    reason: 'method',
    request: { method: 'POST' },
  });
  fetch.tell('settle', { id: 2, time: 4, bytes: 10, outcome: 'done', role: 'bypass' });
  expect(drawn()).toEqual([['bypassed', 'tertiary', 1, 4]]);
  expect(properties()).toEqual({
    URL: url,
    Method: 'POST',
    State: 'bypass: method',
    Body: '10 B',
    'Not shared': 'Only GET and HEAD are shared.',
  });
});

describe('an image', () => {
  const last = () => bars()[0] as unknown as { track: string; color: string; tooltipText: string };

  test.each([
    [false, 'tertiary', 'preload'],
    [true, 'tertiary-dark', 'wanted now'],
  ])('An image that is urgent: %s has its colour', (urgent, color, state) => {
    images.tell('launch', { id: 1, url, urgent });
    images.tell('settle', { id: 1, url, outcome: 'done' });
    expect(last()).toMatchObject({ track: 'images', color, tooltipText: `GET ${name}: ${state}` });
    expect(properties()).not.toHaveProperty('Callers');
  });

  test('is drawn when it steps aside, and again when it is done', () => {
    images.tell('launch', { id: 1, url });
    images.tell('leave', { id: 1, url });
    images.tell('settle', { id: 1, url, outcome: 'aborted' });
    expect(bars().map(({ tooltipText }) => tooltipText)).toEqual([`GET ${name}: stepped aside · preload`]);
    images.tell('launch', { id: 1, url });
    images.tell('settle', { id: 1, url, outcome: 'done' });
    expect(bars()[1]?.tooltipText).toBe(`GET ${name}: preload`);
    const [start, end] = [bars()[1]?.start ?? Number.NaN, bars()[1]?.end ?? Number.NaN];
    expect(end).toBeGreaterThanOrEqual(start);
    expect(Math.abs(performance.now() - end)).toBeLessThan(60_000);
  });

  test('An image without a number is drawn, too', () => {
    images.tell('launch', { id: undefined, url });
    images.tell('settle', { id: undefined, url, outcome: 'failed' });
    expect(last()).toMatchObject({ color: 'error' });
  });
});

test('after it was stopped, nothing is heard', () => {
  expect(fetch.listening).toBeGreaterThan(0);
  expect(images.listening).toBeGreaterThan(0);
  stop();
  expect([fetch.listening, images.listening]).toEqual([0, 0]);
});

test.each([
  ['a wrapped fetch alone', () => track(fetch)],
  ['a preloader alone', () => track(undefined, images)],
])('tracks are drawn for %s', (_, begin) => {
  stop();
  stop = begin();
  expect(fetch.listening + images.listening).toBeGreaterThan(0);
});
