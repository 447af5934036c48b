// The HAR reader: whatever a file holds, there is a report, or a HarError that says what is wrong.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asHtml } from '../../src/report/as-html.ts';
import { asText } from '../../src/report/as-text.ts';
import { HarError, parseHar } from '../../src/report/har.ts';
import { reportOf } from '../../src/report/report.ts';
import { entryOf } from '../support/har.ts';
import { fuzz } from './fuzz.ts';

/** Reads a text to its end, in all three forms. Returns the message of a HarError, if there is one. */
function read(text: string): string | undefined {
  try {
    const report = reportOf(parseHar(text));
    for (const written of [asText(report), asHtml(report), JSON.stringify(report)])
      expect(written).toBeTypeOf('string');
    // Nothing steers the terminal.
    expect(asText(report)).not.toMatch(/[^\P{Cc}\n]/u);
    return;
  } catch (error) {
    if (error instanceof HarError) return error.message;
    throw error;
  }
}

const harOf = (entries: unknown, log: object = {}) => JSON.stringify({ log: { ...log, entries } });

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1e300, '', 'constructor', '__proto__', [], {}, [null], {
    toString: 1,
  }),
  fc.constantFrom<unknown>('\u001b[2J', '<script>', 'https://app.example/\u001b[2J', 'x'.repeat(10_000)),
  fc.jsonValue({ maxDepth: 3 }),
);
const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: odd });

const name = fc.constantFrom<unknown>(
  'accept',
  'constructor',
  '__proto__',
  'toString',
  ':path',
  'user-agent',
  'a b',
  '',
);
const headers = fc.array(
  mostly(
    fc.record({
      name: mostly(name),
      value: mostly(fc.constantFrom<unknown>('a', '\n', 'é', '*', 'text/html')),
    }),
  ),
  { maxLength: 3 },
);
const url = fc.constantFrom<unknown>(
  ...[
    'https://app.example/a',
    'https://app.example/a?_=1',
    'https://app.example/a/12',
    'https://me:you@app.example/',
  ],
  ...['wss://app.example/', 'data:,a', 'https://', 'https://app.example/<b>\u001b', 'https://ä.example/%'],
);
const entry = fc.record(
  {
    startedDateTime: mostly(
      fc.constantFrom<unknown>('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.050Z', 'soon'),
    ),
    time: mostly(fc.constantFrom<unknown>(100, 0, -1, 0.5)),
    pageref: mostly(fc.constant('page_1')),
    request: mostly(
      fc.record({
        method: mostly(fc.constantFrom<unknown>('GET', 'get', 'HEAD', 'POST', 'TRACE', 'G T', '')),
        url: mostly(url),
        headers: mostly(headers),
      }),
    ),
    response: mostly(
      fc.record({
        status: mostly(fc.constantFrom<unknown>(200, 0, -1, 999, 304)),
        headers: mostly(headers),
        content: mostly(fc.record({ size: odd, compression: odd, mimeType: odd })),
        _transferSize: mostly(fc.constant(500)),
        bodySize: odd,
        headersSize: odd,
      }),
    ),
    timings: mostly(fc.record({ blocked: odd, wait: mostly(fc.constant(50)), receive: odd })),
    cache: odd,
    _resourceType: mostly(fc.constantFrom<unknown>('fetch', 'image', 'document', 'constructor', '__proto__')),
    _fromCache: odd,
    _fetchType: odd,
    _serviceWorkerRef: odd,
  },
  { requiredKeys: ['startedDateTime', 'request', 'response'] },
);

describe('`coflight report`', () => {
  test('writes a report or says what is wrong, whatever types a HAR has', async () => {
    let reports = 0;
    const log = fc.record({ creator: odd, browser: odd }, { requiredKeys: [] });
    const property = fc.property(fc.array(entry, { maxLength: 4 }), log, (entries, log) => {
      if (read(harOf(entries, log)) === undefined) reports++;
    });
    await fuzz(600, property);
    expect(reports).toBeGreaterThan(100);
  });

  test('says what is wrong with any other text', async () => {
    const good = harOf([entryOf({ at: 0 })]);
    const cut = fc.tuple(fc.nat(good.length), fc.string(), fc.nat(good.length));
    const property = fc.property(cut, ([at, text, rest]) => {
      read(good.slice(0, at) + text + good.slice(Math.max(at, rest)));
    });
    await fuzz(600, property);
    await fuzz(
      300,
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => void read(text)),
    );
  });

  test('names a wrong member that is nested a million times', () => {
    const deep = `${'['.repeat(1e6)}${']'.repeat(1e6)}`;
    expect(read(`{"log":{"entries":[{"request":{"method":${deep}}}]}}`)).toBe(
      'has no string `log.entries[0].request.method`, got `[object Array]`',
    );
    expect(read(`{"log":{"creator":{"name":${deep}},"entries":[]}}`)).toBeUndefined();
    expect(read(`{"log":{"entries":${deep}}}`)).toContain('got `undefined`');
  });

  test('reads 150,000 requests of one flight', () => {
    const one = JSON.stringify(entryOf({ at: 0 }));
    expect(
      read(`{"log":{"entries":[${Array.from({ length: 150_000 }, () => one).join()}]}}`),
    ).toBeUndefined();
  });

  test('writes no markup that a HAR holds', () => {
    const markup = '<img src=x onerror=alert(1)>"\'&';
    const entries = [0, 10].map((at) => ({
      ...entryOf({ at, headers: { 'x-a': `${at}` }, page: markup }),
      request: {
        method: 'GET',
        url: `https://app.example/${markup}`,
        headers: [{ name: 'x-a', value: `${markup}${at}` }],
      },
    }));
    const report = reportOf(parseHar(harOf(entries, { creator: { name: markup, version: markup } })));
    expect(asHtml(report)).not.toMatch(/<img|<script|onerror=alert\(1\)>/);
  });
});
