// Reports of real recordings, compared with counts by hand: from the page of test/support/dashboard.ts, the times of
// the recordings, and the requests at its server.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseHar } from '../../src/report/har.ts';
import { reportOf } from '../../src/report/report.ts';

const reportFor = (browser: string) =>
  reportOf(parseHar(readFileSync(new URL(`recordings/${browser}.har`, import.meta.url), 'utf8')));

const origin = 'http://127.0.0.1:18080';

/** What is the same in all three: six readers of the session, two maps of three tiles and two later tiles. */
const patterns = [
  { pattern: `${origin}/api/session`, sent: 6, requests: 5 },
  { pattern: `${origin}/tiles/*/*/*.png`, sent: 8, byCreateFetch: 3, requests: 3 },
];
const match = ['/api/session', '/tiles/*/*/*.png'];

/** The feed was asked for past all caches, and two parts of the page numbered their requests. */
const nearMisses = [
  { pattern: `${origin}/api/feed`, requests: 1, differs: ['?_'] },
  { pattern: `${origin}/api/places`, requests: 1, differs: ['x-request-id'] },
];
const afterWrite = { pattern: `${origin}/api/todos`, requests: 1, differs: ['a write'] };

describe('the report of the same page recorded by', () => {
  test('Chromium', () => {
    const report = reportFor('chromium');
    expect(report).toMatchObject({
      creator: 'WebInspector 537.36',
      // The configuration came from the cache twice. One request was aborted, one failed.
      requests: { recorded: 29, network: 25, cache: 2, failed: 2, notHttp: 0, undated: 0 },
      // Of the session five fetches: four saved. The XMLHttpRequest needs the service worker.
      createFetch: { requests: 7 },
      withServiceWorker: { requests: 8 },
      patterns: [{ ...patterns[0], byCreateFetch: 4 }, patterns[1]],
      match,
      // The later tiles are 185 ms apart, and 2,238 ms after the maps.
      linger: [
        { ms: 250, requests: 1 },
        { ms: 1000, requests: 1 },
        { ms: 5000, requests: 2 },
      ],
      nearMisses: [...nearMisses, afterWrite],
      notes: [],
    });
    // Chromium lets the readers of the session wait for each other: 319, 476, 587, 722 and 838 ms, not 150.
    expect(report.patterns[0]?.longestWaitMs).toBeCloseTo(689, -1);
    expect(report.patterns[0]?.waitedMs).toBeCloseTo(2195, -1);
    // Five answers of 209 bytes, three tiles of 12,614.
    expect(report.withServiceWorker.bytes).toBe(5 * 209 + 3 * 12_614);
  });

  test('Firefox', () => {
    expect(reportFor('firefox')).toMatchObject({
      creator: 'Firefox 153.7.0',
      requests: { recorded: 29, network: 25, cache: 2, failed: 2, notHttp: 0, undated: 0 },
      // Firefox does not distinguish the XMLHttpRequest from the five fetches. Its body sizes contain the headers.
      createFetch: { requests: 8, bytes: 5 * 199 + 3 * 12_601 },
      withServiceWorker: { requests: 8, bytes: 5 * 199 + 3 * 12_601 },
      patterns,
      match,
      // The later tiles are 392 ms apart. The second reader of the list came after the write.
      linger: [
        { ms: 250, requests: 0 },
        { ms: 1000, requests: 1 },
        { ms: 5000, requests: 2 },
      ],
      nearMisses,
      notes: [expect.stringContaining('does not tell `fetch` from XMLHttpRequest')],
    });
  });

  test('Playwright', () => {
    expect(reportFor('playwright')).toMatchObject({
      creator: 'chromium 156.0.8078.79',
      requests: { recorded: 28, network: 24, cache: 2, failed: 2, notHttp: 0, undated: 0 },
      createFetch: { requests: 7, waitedMs: null },
      withServiceWorker: { requests: 8, bytes: 5 * 209 + 3 * 12_614, waitedMs: null },
      patterns: [{ ...patterns[0], byCreateFetch: 4 }, patterns[1]],
      match,
      nearMisses: [...nearMisses, afterWrite],
      notes: [expect.stringContaining('does not say how long requests waited')],
    });
  });
});
