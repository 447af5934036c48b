// A recording with something of everything, and all that is said of it.

import { describe, expect, test } from 'vitest';
import type { Har } from '../../src/report/har.ts';
import { asHtml, asText, reportOf } from '../../src/report/index.ts';
import { type Entry, harOf } from '../support/har.ts';

const tile = (at: number, url: string): Entry => ({ at, url: `https://tiles.example/4/8/${url}.png?k=1` });

/** A page of tiles, requests that are kept apart, one of each answerer, and markup in a URL. */
const mixed: Har = harOf(
  { at: 0, type: 'document', url: 'https://app.example/' },
  ...[0, 10, 20].map((at) => ({ ...tile(at, '5'), ms: 100 + 5 * at, bytes: 40_000 })),
  ...[30, 40].map((at) => tile(at, '6')),
  ...[50, 60].map((at) => ({ at, url: 'https://app.example/users?a=<b>&c="d"' })),
  ...[50, 60].map((at) => ({ at, page: `page_${at}`, url: 'https://app.example/both' })),
  { at: 100, headers: { 'x-theme': 'dark' } },
  { at: 110, headers: { 'x-theme': '<i>' } },
  { at: 120, method: 'POST', url: 'https://other.example/log' },
  { at: 130, status: 0, url: 'https://app.example/failed' },
  { at: 140, url: 'https://app.example/cached', more: { _fromCache: 'memory' } },
  { at: 150, url: 'https://app.example/worker', response: { _fetchedViaServiceWorker: true } },
  { at: 160, url: 'data:text/plain,x' },
  { at: 500, url: 'https://app.example/later' },
  { at: 700, url: 'https://app.example/later' },
  { at: 800, url: 'https://app.example/undated', more: { startedDateTime: 'never' } },
);

/** Many of everything: the text names 20 of each, the page 500 flights. */
const many: Har = harOf(
  ...Array.from({ length: 25 }, (_, at) => [
    ...[0, 1].map(() => ({ at: 0, url: `https://app.example/name-${at}/its` })),
    ...['a', 'b'].map((value) => ({
      at: 0,
      url: `https://app.example/kept-${at}/apart`,
      headers: { 'x-name': value },
    })),
  ]).flat(),
);

const nothing: Har = { ...harOf({ at: 0 }), creator: '<script>' };
const empty: Har = harOf();
const unmarked: Har = harOf({ at: 0, type: '' }, { at: 0, type: '', timings: { blocked: -1 } });

describe.each([
  ['mixed', mixed],
  ['many', many],
  ['nothing', nothing],
  ['empty', empty],
  ['unmarked', unmarked],
])('the report of the recording `%s` is as it is kept', (name, har) => {
  test('for a terminal', async () => {
    await expect(`${asText(reportOf(har))}\n`).toMatchFileSnapshot(`written/${name}.txt`);
  });

  test('as a page', async () => {
    await expect(asHtml(reportOf(har))).toMatchFileSnapshot(`written/${name}.html.txt`);
  });
});

test('OPTIONS requests, audio and video are never shared, and a recording may take no time', () => {
  const har = harOf(
    { at: 0, ms: 0, method: 'OPTIONS' },
    { at: 0, ms: 0, type: 'media' },
    { at: 0, ms: 0.01 },
    { at: 0, ms: 0.01 },
  );
  expect(asText(reportOf(har))).toContain('Never shared: OPTIONS requests (1), audio and video (1).');
  expect(asHtml(reportOf(har))).toContain('left:0.000%;width:0.000%');
});

test('a page shows at most 500 flights, and says how many more there are', () => {
  const entries = Array.from({ length: 502 }, (_, at) =>
    [0, 1].map(() => ({ at: 0, url: `https://app.example/name-${at}/its` })),
  );
  const page = asHtml(reportOf(harOf(...entries.flat())));
  expect(page.match(/<details>/g)).toHaveLength(500);
  expect(page).toContain('… and 2 rows more');
});

test('a page shows at most 100 requests of a flight, and says how many more there are', () => {
  const page = asHtml(reportOf(harOf(...Array.from({ length: 103 }, (_, at) => ({ at, ms: 500 })))));
  expect(page).toContain('<small>103 requests</small>');
  expect(page.match(/<div class="bar">/g)).toHaveLength(100);
  expect(page.match(/<i class=/g)).toHaveLength(200);
  expect(page).toContain('… and 3 requests more');
});

test.each([
  [1, 200, 'Little to gain: sharing would have saved 1 of 200 requests (less than 1 %).'],
  [1, 100, 'Little to gain: sharing would have saved 1 of 100 requests (1 %).'],
  [2, 67, 'Little to gain: sharing would have saved 2 of 67 requests (3 %).'],
  [3, 100, 'Sharing would have saved 3 of 100 requests (3 %).'],
])('%d saved of %d is said as: %s', (saved, sent, sentence) => {
  const same = Array.from({ length: saved + 1 }, () => ({ at: 0 }));
  const others = Array.from({ length: sent - same.length }, (_, at) => ({
    at,
    url: `https://app.example/${at}`,
  }));
  expect(asText(reportOf(harOf(...same, ...others)))).toContain(sentence);
});
