// What the preloader does with images whose requests their browser has ended, and whose page was in the back/forward cache.
// test/e2e/preload.engines.test.ts and test/e2e/preload.restored.test.ts let real browsers do both.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asBlob } from '../../src/preload/index.ts';
import { picture, preloader } from '../support/preloading.ts';

/** Lets the preloader look at an image that its browser has left with these values. */
function look(image: HTMLImageElement, complete: boolean, width: number): void {
  const spies = [
    vi.spyOn(image, 'complete', 'get').mockReturnValue(complete),
    vi.spyOn(image, 'naturalWidth', 'get').mockReturnValue(width),
  ];
  vi.advanceTimersByTime(1000);
  for (const spy of spies) spy.mockRestore();
}

const fakeIntervals = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
};

/** Returns the element that the next preload makes. */
function nextElement(): () => HTMLImageElement {
  const made = vi.spyOn(document, 'createElementNS');
  return () => made.mock.results[0]?.value as HTMLImageElement;
}

/** Timeouts that the test ends. */
function fakeTimeouts(): AbortController[] {
  const timeouts: AbortController[] = [];
  const mock = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const timeout = new AbortController();
    timeouts.push(timeout);
    return timeout.signal;
  });
  onTestFinished(() => mock.mockRestore());
  return timeouts;
}

describe('an image in flight', () => {
  test.each([
    ['is asked for again when its request has ended without an event', true, 0, ['src', 'srcset', 'loading']],
    ['is not asked for again while it arrives', false, 0, []],
    ['is not asked for again when it has its size', true, 8, []],
  ])('%s', async (_, complete, width, anew) => {
    fakeIntervals();
    const server = picture({ gate: 'body' });
    const element = nextElement();
    const loaded = preloader().load(server.url);
    await server.seen({ requests: 1 });
    const remove = vi.spyOn(element(), 'removeAttribute');
    look(element(), complete, width);
    expect(remove.mock.calls.flat()).toEqual(anew);
    remove.mockRestore();
    await server.open('body');
    expect((await loaded).naturalWidth).toBe(8);
  });
});

test('An image whose third request ends without an event, too, has failed', async () => {
  fakeIntervals();
  const server = picture({ gate: 'body' });
  const element = nextElement();
  const loaded = preloader().load(server.url);
  await server.seen({ requests: 1 });
  for (let ends = 1; ends <= 3; ends++) look(element(), true, 0);
  await expect(loaded).rejects.toThrow(`GET ${server.url} failed.`);
  await server.open('body');
});

describe('the time of an image that ends late, because its page was frozen or in the back/forward cache,', () => {
  const loadTimeout = 60_000;

  /** Loads an image. Its time ends at these milliseconds after its beginning. Returns how the load settles. */
  async function endAt(times: readonly number[], as?: ReturnType<typeof asBlob>): Promise<string> {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const timeouts = fakeTimeouts();
    const one = picture({ gate: 'body' });
    const settled = Promise.allSettled([
      preloader({ loadTimeout }).load<unknown>(as ? { src: one.url, as } : one.url),
    ]);
    await one.seen({ requests: 1 });
    for (const time of times) {
      clock.mockReturnValue(time);
      timeouts.at(-1)?.abort(new DOMException('late', 'TimeoutError'));
    }
    await one.open('body');
    const [{ status }] = await settled;
    return status;
  }

  test.each([
    ['element', undefined],
    ['blob', asBlob()],
  ])('begins again: the %s may have arrived meanwhile', async (_, as) => {
    expect(await endAt([loadTimeout + 1000], as)).toBe('fulfilled');
  });

  test.each([
    ['after less than a second', [loadTimeout + 999]],
    ['twice', [loadTimeout + 1000, 2 * loadTimeout + 3000]],
  ])('does not begin again %s', async (_, times) => {
    expect(await endAt(times)).toBe('rejected');
  });
});

test('no image is looked at that has arrived, failed or been given up', async () => {
  fakeIntervals();
  const images = preloader();
  const caller = new AbortController();
  const [good, bad, left] = [picture(), picture({ status: 404, image: '0x0' }), picture({ gate: 'body' })];
  const settled = Promise.allSettled([
    images.load(good.url),
    images.load(bad.url),
    images.load(left.url, { signal: caller.signal }),
  ]);
  expect(vi.getTimerCount()).toBe(3);
  await left.seen({ requests: 1 });
  caller.abort();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(vi.getTimerCount()).toBe(0);
});
