import { describe, expect, test } from 'vitest';
import { missesByCacheBuster, nearMissesOf } from '../../src/report/near-misses.ts';
import { recordedIn } from '../../src/report/recorded.ts';
import { reportOf } from '../../src/report/report.ts';
import { type Entry, harOf } from '../support/har.ts';

const missesOf = (...entries: Entry[]) => missesByCacheBuster(recordedIn(harOf(...entries)));

/** A request of a path under way from `at` to `end`. */
const under = (path: string, at: number, end = at + 100, method = 'GET'): Entry => ({
  url: `https://app.example${path}`,
  at,
  ms: end - at,
  method,
});

describe('requests that differ only in a parameter are a near miss when its name is that of a cache buster', () => {
  test.each([
    ...['_', 't', 'ts', '_t', '_ts', 'time', 'timestamp', '_time', '_timestamp', 'cb', '_dc', 'nonce'],
    ...['nocache', 'no-cache', 'no_cache', 'NoCache', 'rand', 'random'],
    ...['cachebust', 'cachebuster', 'cache-bust', 'cache_buster', 'cacheBuster'],
  ])('%s', (name) => {
    expect(missesOf(under(`/feed?${name}=1`, 0), under(`/feed?${name}=2`, 1))).toEqual([
      { url: `https://app.example/feed?${name}=2`, differs: [`?${name}`] },
    ]);
  });

  test.each(['page', 'at', 'x_', '_page', 'tsx', 'times', 'cbs', 'sort_time', 'renonce', 'nonces'])(
    'not %s',
    (name) => {
      expect(missesOf(under(`/feed?${name}=1`, 0), under(`/feed?${name}=2`, 1))).toEqual([]);
    },
  );
});

describe('a cache buster does not make a near miss of', () => {
  test.each<[string, Entry, Entry]>([
    ['requests one after another', under('/feed?t=1', 0, 50), under('/feed?t=2', 50)],
    ['requests with the same value', under('/feed?t=1', 0), under('/feed?t=1', 1)],
    ['requests for different pages of a list', under('/feed?page=1&t=1', 0), under('/feed?page=2&t=2', 1)],
    ['a request with the parameter and one without it', under('/feed?t=1', 0), under('/feed', 1)],
    ['requests of different paths', under('/feed?t=1', 0), under('/list?t=2', 1)],
    ['requests of different methods', under('/feed?t=1', 0), under('/feed?t=2', 1, 100, 'HEAD')],
  ])('%s', (_, one, other) => {
    expect(missesOf(one, other)).toEqual([]);
  });

  test('writes', () => {
    const writes = [under('/feed?t=1', 0, 100, 'POST'), under('/feed?t=2', 1, 100, 'POST')];
    expect(reportOf(harOf(...writes)).nearMisses).toEqual([]);
  });

  test('requests that share one of two', () => {
    const [one, other] = [under('/feed?t=1', 0, 100), under('/feed?t=2', 1, 50)];
    const { withServiceWorker, nearMisses } = reportOf(harOf(one, one, other, other));
    expect(withServiceWorker.requests).toBe(2);
    expect(nearMisses).toMatchObject([{ requests: 1, differs: ['?t'] }]);
  });
});

test('a request is compared with the one that is under way longest', () => {
  const late = under('/feed?t=3', 50);
  const expected = [expect.anything(), { url: 'https://app.example/feed?t=3', differs: ['?t'] }];
  expect(missesOf(under('/feed?t=1', 0, 90), under('/feed?t=2', 1, 20), late)).toEqual(expected);
  expect(missesOf(under('/feed?t=1', 0, 20), under('/feed?t=2', 1, 90), late)).toEqual(expected);
});

test('the most frequent near misses come first', () => {
  const miss = (path: string, ...differs: string[]) => ({ url: `https://app.example${path}`, differs });
  const misses = [miss('/a', '?t'), miss('/b', '?t'), miss('/b', 'accept'), miss('/b', 'accept')];
  expect(nearMissesOf(misses).map(({ pattern, requests, differs }) => [pattern, requests, differs])).toEqual([
    ['https://app.example/b', 2, ['accept']],
    ['https://app.example/a', 1, ['?t']],
    ['https://app.example/b', 1, ['?t']],
  ]);
});

test('equal requests of two pages that only a page may share are kept apart by their page', () => {
  const head = under('/feed', 0, 100, 'HEAD');
  const { nearMisses } = reportOf(harOf(head, { ...head, page: 'page_2' }));
  expect(nearMisses).toMatchObject([{ requests: 1, differs: ['the page'] }]);
});
