import { describe, expect, test } from 'vitest';
import { HarError, parseHar } from '../../src/report/har.ts';
import { reportOf } from '../../src/report/report.ts';
import { entryOf } from '../support/har.ts';

const good = entryOf({ at: 0 });
const har = (...entries: unknown[]) => JSON.stringify({ log: { entries } });

describe('`parseHar`', () => {
  test.each<[string, string, string | RegExp]>([
    ['an empty file', '', 'is empty'],
    ['white space', ' \n', 'is empty'],
    ['a page', '<!doctype html>', 'is HTML or XML, not a HAR'],
    ['a ZIP archive', 'PK\u0003\u0004', 'is a ZIP archive. Unpack it and use the .har file in it'],
    ['plain text', 'root:x:0:0', 'is not JSON ('],
    ['a file that was cut off', har(good).slice(0, 300), 'It seems to be cut off: export it again.'],
    ['other JSON', '{"name":"coflight"}', 'has no list `log.entries`, so it is not a HAR'],
    ['null', 'null', 'has no list `log.entries`, so it is not a HAR'],
    ['a HAR whose entries are no list', '{"log":{"entries":{}}}', 'has no list `log.entries`'],
    [
      'an entry that is null',
      har(good, null),
      'has no string `log.entries[1].request.method`, got `undefined`',
    ],
    [
      'an entry without a URL',
      har({ ...good, request: { method: 'GET' } }),
      'has no string `log.entries[0].request.url`, got `undefined`',
    ],
    ['a list that was not cut off', '[{} {}]', /^is not JSON \(.*\)\.$/],
    ['an object with a mistake', '{"log":{},} \n\n', /^is not JSON \(.*\)\.$/],
    ['a page after empty lines', '\n\n<!doctype html>', 'is HTML or XML, not a HAR'],
    [
      'an entry whose status is an object',
      har({ ...good, response: { status: {} } }),
      'has no number `log.entries[0].response.status`, got `[object Object]`',
    ],
    [
      'an entry whose status is a list',
      har({ ...good, response: { status: [200] } }),
      'has no number `log.entries[0].response.status`, got `[object Array]`',
    ],
    [
      'an entry whose status is a long text',
      har({ ...good, response: { status: '2'.repeat(101) } }),
      `got \`'${'2'.repeat(100)}'\``,
    ],
    [
      'an entry whose status is text',
      har({ ...good, response: { status: '200' } }),
      "has no number `log.entries[0].response.status`, got `'200'`",
    ],
  ])('throws a HarError for %s', (_, text, message) => {
    expect(() => parseHar(text)).toThrow(HarError);
    expect(() => parseHar(text)).toThrow(message);
    expect(() => parseHar(text)).toThrow(expect.objectContaining({ name: 'HarError' }));
  });

  test.each([
    ['no JSON', '\u001b]0;owned\u0007'],
    ['a wrong status', har({ ...good, response: { status: '\u001b[2J\u009b2J' } })],
  ])('quotes no control characters of a file with %s, which could steer a terminal', (_, text) => {
    expect(() => parseHar(text)).toThrow(/^\P{Cc}+$/u);
  });

  test('reads a file with a byte order mark', () => {
    expect(parseHar(`\uFEFF${har(good)}`).entries).toEqual([good]);
  });

  test.each<[object, string]>([
    [{ creator: { name: 'WebInspector', version: '537.36' } }, 'WebInspector 537.36'],
    [
      { creator: { name: 'Playwright', version: '1.65' }, browser: { name: 'firefox', version: '153' } },
      'firefox 153',
    ],
    [{}, 'an unknown tool'],
    [{ creator: { name: 'n'.repeat(101) } }, 'n'.repeat(100)],
  ])('names the tool of %j', (log, creator) => {
    expect(parseHar(JSON.stringify({ log: { ...log, entries: [] } })).creator).toBe(creator);
  });
});

describe('of an entry, `parseHar` keeps', () => {
  test.each<[string, object]>([
    ['the content', { content: { size: 2, compression: 1, mimeType: 'text/css' } }],
    ['that a service worker has answered', { _fetchedViaServiceWorker: true }],
    ['the largest exact number', { bodySize: Number.MAX_SAFE_INTEGER }],
  ])('%s', (_, part) => {
    const [entry] = parseHar(har({ ...good, response: { ...good.response, ...part } })).entries;
    expect(entry?.response).toMatchObject(part);
  });

  test.each<[string, object]>([
    ['a text as a number', { bodySize: '12' }],
    ['a number beyond all sizes', { bodySize: 1e300 }],
    ['a text for what is true or false', { _fetchedViaServiceWorker: 'true' }],
  ])('not %s', (_, part) => {
    const [entry] = parseHar(har({ ...good, response: { ...good.response, ...part } })).entries;
    expect(entry).toEqual(good);
  });

  test('no content where there is none', () => {
    expect(parseHar(har(good)).entries[0]?.response).not.toHaveProperty('content');
  });

  test('headers with a name and a value, which may be numbers', () => {
    const headers = [{ name: 'a' }, { value: 'b' }, null, { name: 'c', value: {} }, { name: 'd', value: 1 }];
    const [entry] = parseHar(har({ ...good, request: { ...good.request, headers } })).entries;
    expect(entry?.request.headers).toEqual([{ name: 'd', value: '1' }]);
  });
});

describe('`reportOf`', () => {
  test.each<[string, object]>([
    ['no times', { time: undefined, timings: undefined }],
    ['a negative time', { time: -1, timings: { wait: -1 } }],
    ['no headers', { request: { method: 'GET', url: 'https://app.example/' } }],
    [
      'headers that no request can have',
      {
        request: {
          ...good.request,
          headers: [
            { name: ':authority', value: 'a' },
            { name: 'a b', value: '\n' },
          ],
        },
      },
    ],
    ['no contents', { response: { status: 200 } }],
    ['a URL with a user name', { request: { ...good.request, url: 'https://me:secret@app.example/' } }],
    ['a URL that is none', { request: { ...good.request, url: 'https://' } }],
    ['an unknown method', { request: { ...good.request, method: 'PROPFIND' } }],
  ])('reads an entry with %s', (_, part) => {
    const entries = [good, good].map((entry) => ({ ...entry, ...part }));
    expect(reportOf(parseHar(har(...entries))).requests.recorded).toBe(2);
  });

  test('leaves out entries without a start, and says so', () => {
    const report = reportOf(parseHar(har(good, { ...good, startedDateTime: '' })));
    expect(report.requests).toMatchObject({ recorded: 2, network: 1, undated: 1 });
    expect(report.notes).toContain('1 request without a start time could not be placed.');
  });
});
