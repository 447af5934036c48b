import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deadline } from '../../src/register/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise(() => {});
const outcome = (promise: Promise<unknown>) => {
  const seen: unknown[] = [];
  promise.then(
    (value) => seen.push(value),
    (error) => seen.push(String(error)),
  );
  return seen;
};

describe('a deadline', () => {
  test('holds for all steps together', async () => {
    const within = deadline(100);
    await vi.advanceTimersByTimeAsync(60);
    const seen = outcome(within(never, 'It did not come'));
    await vi.advanceTimersByTimeAsync(39);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual(['TimeoutError: It did not come within 100 ms.']);
  });

  test('begins again, once, when its timer ends late because the page was frozen', async () => {
    const within = deadline(100);
    const seen = outcome(within(never, 'It did not come'));
    const freeze = (milliseconds: number) => {
      const clock = vi.spyOn(performance, 'now');
      clock.mockReturnValue(performance.now() + milliseconds);
      vi.runOnlyPendingTimers();
      clock.mockRestore();
    };
    freeze(1_200);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual([]);
    freeze(5_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual(['TimeoutError: It did not come within 100 ms.']);
  });

  test('begins again for a step that begins after the page was frozen', async () => {
    const within = deadline(100);
    await vi.advanceTimersByTimeAsync(2_000);
    const seen = outcome(within(never, 'It did not come'));
    await vi.advanceTimersByTimeAsync(99);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual(['TimeoutError: It did not come within 100 ms.']);
  });

  test('leaves no timer behind once the promise has settled', async () => {
    const within = deadline(100);
    await within(Promise.resolve(), '');
    await within(Promise.reject(new Error()), '').catch(() => {});
    expect(vi.getTimerCount()).toBe(0);
  });
});
