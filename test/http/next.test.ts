import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { next } from '../../src/http/next.ts';

test('The next event resolves with itself, and leaves no listener behind', async () => {
  const target = new EventTarget();
  const event = next(target, 'change');
  target.dispatchEvent(new Event('other'));
  const change = new Event('change');
  target.dispatchEvent(change);
  expect(await event).toBe(change);
  expect(getEventListeners(target, 'change')).toEqual([]);
});

test('After the signal has aborted, nobody waits for the next event', async () => {
  const target = new EventTarget();
  const controller = new AbortController();
  const results: unknown[] = [];
  void next(target, 'change', controller.signal).then((event) => results.push(event));
  controller.abort();
  expect(getEventListeners(target, 'change')).toEqual([]);
  target.dispatchEvent(new Event('change'));
  await Promise.resolve();
  expect(results).toEqual([]);
});

test('A signal that stays quiet changes nothing, and a polluted prototype gives no signal', async () => {
  const polluted = Object.prototype as { signal?: AbortSignal };
  polluted.signal = AbortSignal.abort();
  try {
    const target = new EventTarget();
    const events = [next(target, 'change'), next(target, 'change', new AbortController().signal)];
    const change = new Event('change');
    target.dispatchEvent(change);
    expect(await Promise.all(events)).toEqual([change, change]);
  } finally {
    delete polluted.signal;
  }
});
