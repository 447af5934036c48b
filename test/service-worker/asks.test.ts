// A browser that was asked whether its caller still waits: by which request it comes back, and until when.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Asks } from '../../src/service-worker/asks.ts';
import type { Caller } from '../../src/service-worker/caller.ts';
import { seen } from '../support/worker-scope.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Asks the browser of a caller. Returns the caller, and the request by which its browser comes back. */
function askOne(asks: Asks): { caller: Caller; back: Request } {
  const respond = vi.fn<(response: Response) => void>();
  const transfer = { waiting: new Set<unknown>(), asked: new Set<unknown>(), cancelUnwanted: () => {} };
  const caller = {
    request: seen('/a'),
    asks: 0,
    askedAt: 0,
    subscriber: { leave: () => {} },
    transfer,
    respond,
  } as unknown as Caller;
  transfer.waiting.add(caller);
  asks.ask(caller);
  const url = respond.mock.calls[0]?.[0].headers.get('location') ?? '';
  return { caller, back: new Request(url) };
}

test('a caller comes back once', () => {
  const asks = new Asks();
  const { caller, back } = askOne(asks);
  expect(asks.expects(back)).toBe(true);
  expect(asks.take(back)).toBe(caller);
  expect(asks.expects(back)).toBe(false);
  expect(asks.take(back)).toBeUndefined();
});

test('a caller that has not come back in ten seconds is expected no more', () => {
  const asks = new Asks();
  const { back } = askOne(asks);
  vi.advanceTimersByTime(9_999);
  expect(asks.expects(back)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(asks.expects(back)).toBe(false);
});
