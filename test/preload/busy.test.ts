import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownCall, watchBusy } from '../../src/preload/busy.ts';
import { deferred } from '../support/deferred.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A source that has so many calls under way when a preloader begins to listen, for a `busyTimeout` of a second. */
function watched(inFlight = 0) {
  const source = Object.assign(new EventTarget(), { stats: () => ({ inFlight }) });
  const end = new AbortController();
  const changed = vi.fn();
  const isBusy = watchBusy(source, 1000, { changed, end: end.signal });
  const fire = (type: string, id: number, url = `https://a.example/${id}`) =>
    source.dispatchEvent(new CustomEvent(type, { detail: { id, url } }));
  return { isBusy, fire, changed, end };
}

describe('a source is busy', () => {
  test.each(['launch', 'bypass'])('A source is busy from a `%s` to its `settle`', (type) => {
    const { isBusy, fire, changed } = watched();
    expect(isBusy()).toBe(false);
    fire(type, 1);
    expect([isBusy(), changed.mock.calls.length]).toEqual([true, 1]);
    fire(type, 2);
    fire('settle', 1);
    expect(isBusy()).toBe(true);
    fire('settle', 2);
    expect([isBusy(), changed.mock.calls.length]).toEqual([false, 4]);
  });

  test('until all calls have settled that began before it was watched', () => {
    const { isBusy, fire } = watched(2);
    fire('launch', 10);
    fire('settle', 10);
    fire('settle', 1);
    expect(isBusy()).toBe(true);
    fire('settle', 2);
    expect(isBusy()).toBe(false);
  });

  test('A call that began before a source was watched makes it busy for no longer than `busyTimeout`', () => {
    const { isBusy, changed } = watched(1);
    vi.advanceTimersByTime(999);
    expect([isBusy(), changed.mock.calls.length]).toEqual([true, 0]);
    vi.advanceTimersByTime(1);
    expect([isBusy(), changed.mock.calls.length]).toEqual([false, 1]);
  });

  test('A call that was sent again makes a source busy for no longer than `busyTimeout` from then', () => {
    const { isBusy, fire, changed } = watched();
    vi.advanceTimersByTime(1000);
    fire('launch', 1);
    vi.advanceTimersByTime(900);
    fire('launch', 1);
    vi.advanceTimersByTime(999);
    expect(isBusy()).toBe(true);
    changed.mockClear();
    vi.advanceTimersByTime(1);
    expect([isBusy(), changed.mock.calls.length]).toEqual([false, 1]);
  });

  test('A call that has settled is not reported again when its `busyTimeout` is over', () => {
    const { fire, changed } = watched();
    vi.advanceTimersByTime(1000);
    fire('launch', 1);
    fire('settle', 1);
    changed.mockClear();
    vi.advanceTimersByTime(1000);
    expect(changed).not.toHaveBeenCalled();
  });
});

describe('a preloader’s own call does not make a source busy', () => {
  const url = 'https://a.example/1';

  test('while it is under way', async () => {
    const { isBusy, fire } = watched();
    const answer = deferred<void>();
    const call = ownCall(url, () => answer.promise);
    fire('launch', 1, url);
    expect(isBusy()).toBe(false);
    fire('launch', 2, 'https://a.example/other');
    expect(isBusy()).toBe(true);
    fire('settle', 2);
    answer.resolve();
    await call;
    fire('launch', 3, url);
    expect(isBusy()).toBe(true);
  });

  test('when its `fetch` requests another address', async () => {
    const { isBusy, fire } = watched();
    await ownCall(url, async () => fire('launch', 1, 'https://a.example/signed'));
    expect(isBusy()).toBe(false);
  });

  test('but a call after one of them that threw does', async () => {
    const { isBusy, fire } = watched();
    const call = ownCall(url, () => {
      throw new Error('no');
    });
    await expect(call).rejects.toThrow('no');
    fire('launch', 1, 'https://a.example/other');
    expect(isBusy()).toBe(true);
  });

  test('while an equal one is under way, also when the other has ended', async () => {
    const { isBusy, fire } = watched();
    const answer = deferred<void>();
    const calls = [ownCall(url, () => answer.promise), ownCall(url, async () => {})];
    await calls[1];
    fire('launch', 1, url);
    expect(isBusy()).toBe(false);
    answer.resolve();
    await Promise.all(calls);
  });
});

test('a source that is no longer watched has no listener and no timer', () => {
  const { fire, changed, end } = watched(1);
  fire('launch', 1);
  changed.mockClear();
  end.abort();
  fire('launch', 2);
  fire('settle', 1);
  expect([vi.getTimerCount(), changed.mock.calls.length]).toEqual([0, 0]);
});
