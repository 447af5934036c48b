import { describe, expect, test } from 'vitest';
import { likeliest } from '../../src/service-worker/request-name.ts';
import { seen } from '../support/worker-scope.ts';

type Named = Parameters<typeof likeliest>[0][number];

describe('the likeliest of several requests that a page names', () => {
  const waiting = new Set<unknown>();
  const come = (...times: readonly number[]): Named[] =>
    times.map((time) => ({ request: seen('/a'), time, transfer: { waiting } }));

  test.each([
    [90, 105],
    [105, 90],
  ])('is the one that came nearest to the time at which it was sent, 100, of %d and %d', (...times) => {
    expect(likeliest(come(...times), 100, 200)?.time).toBe(105);
  });

  test('is one that came before the abort, when another one came nearer to the time at which it was sent', () => {
    expect(likeliest(come(130, 80), 110, 120)?.time).toBe(80);
  });

  test('is one that no abort has named before, although another one came nearer', () => {
    const [near, far] = come(100, 80);
    expect(likeliest([{ ...near, abortTime: 110 } as Named, far as Named], 100, 120)?.time).toBe(80);
  });

  test('is one that another abort has named before, when all others came much later than it was sent', () => {
    const [near, far] = come(100, 1_900);
    expect(likeliest([{ ...near, abortTime: 110 } as Named, far as Named], 100, 2_000)?.time).toBe(100);
  });

  test('is one that has no answer, although another one came nearer', () => {
    const [near, far] = come(100, 80);
    waiting.add(far);
    expect(likeliest([near as Named, far as Named], 100, 120)?.time).toBe(80);
  });

  test('is undefined where no request has that name', () => {
    expect(likeliest([], 100, 200)).toBeUndefined();
  });
});
