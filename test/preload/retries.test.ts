import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf, final, retryDelay } from '../../src/preload/retries.ts';

const now = new Date('2026-01-01T00:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

/** The milliseconds after which a failed download is tried again; undefined when it is not. */
async function waitOf(error: unknown, failures = 1, retries = 3): Promise<number | undefined> {
  const delay = retryDelay(error, failures, retries);
  if (!delay) return undefined;
  const retried = delay.then(() => Date.now() - now.getTime());
  vi.runAllTimers();
  return retried;
}

const answer = (status: number, wanted?: string) =>
  failureOf(
    new Response('', { status, headers: wanted === undefined ? {} : { 'retry-after': wanted } }),
    'https://a.example/1.png',
  );

describe('a download is tried again', () => {
  test.each([
    ['after a 429', answer(429)],
    ['after a 500', answer(500)],
    ['after a 599', answer(599)],
    ['after an error of the network', new TypeError('Failed to fetch')],
    ['after an error of the network of another realm', runInNewContext('new TypeError("Failed to fetch")')],
  ])('%s', async (_, error) => {
    expect(await waitOf(error)).toBe(1000);
  });

  test('A download is tried again after a second, two, and four', async () => {
    const error = answer(503);
    expect(await waitOf(error, 1)).toBe(1000);
    vi.setSystemTime(now);
    expect(await waitOf(error, 2)).toBe(2000);
    vi.setSystemTime(now);
    expect(await waitOf(error, 3)).toBe(4000);
  });

  test.each([7, 23, 2000])(
    'A download is tried again after a minute at most: failure %i',
    async (failures) => {
      expect(await waitOf(answer(503), failures, Infinity)).toBe(60_000);
    },
  );

  test.each([
    ['0', 0],
    ['2', 2000],
    [' 2 ', 2000],
    ['60', 60_000],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['soon', 1000],
    ['', 1000],
    [' ', 1000],
    ['-5', 1000],
    ['1e3', 1000],
    ['0x10', 1000],
    ['Infinity', 1000],
    ['2, 3', 1000],
    ['soon 5', 1000],
  ])('A download is tried again when `Retry-After` says %j, after %i ms', async (wanted, ms) => {
    expect(await waitOf(answer(503, wanted))).toBe(ms);
  });
});

describe('a download is not tried again', () => {
  test.each<[string, () => unknown]>([
    ['after a 404', () => answer(404)],
    ['after a 499', () => answer(499)],
    ['after another error', () => new Error('broken')],
    ['after what is no error', () => undefined],
    ['when no retry helps', () => final(new TypeError('No image'))],
    ['when the server asks for more than a minute', () => answer(503, '61')],
    ['when the server names a later hour', () => answer(503, 'Thu, 01 Jan 2026 01:00:00 GMT')],
  ])('%s', async (_, error) => {
    expect(await waitOf(error())).toBeUndefined();
  });

  test('A download is not tried again when it has failed more often than `retries` says', async () => {
    expect(await waitOf(answer(503), 1, 0)).toBeUndefined();
    expect(await waitOf(answer(503), 4, 3)).toBeUndefined();
    expect(retryDelay(answer(503), 1)).toBeUndefined();
  });
});

test('the error of a response names the address that was asked for, and the status', () => {
  expect(answer(404).message).toBe('GET https://a.example/1.png failed: 404.');
});
