// What the preloader does when its page comes back from the back/forward cache. test/e2e/preload.restored.test.ts lets real
// pages go there.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asBlob } from '../../src/preload/index.ts';
import { picture, preloader } from '../support/preloading.ts';

/** Shows the page, with what WebKit leaves of an image whose request it has ended. */
function restore(image: HTMLImageElement, persisted: boolean): void {
  const complete = vi.spyOn(image, 'complete', 'get').mockReturnValue(true);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  complete.mockRestore();
}

/** Returns the element that the next preload makes. */
function nextElement(): () => HTMLImageElement {
  const made = vi.spyOn(document, 'createElement');
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

describe('an image in flight whose request has ended without an event', () => {
  test.each([
    ['is asked for again when its page comes back', true, ['src', 'srcset']],
    ['is not asked for again when its page is shown for the first time', false, []],
  ])('%s', async (_, persisted, anew) => {
    const server = picture({ gate: 'body' });
    const element = nextElement();
    const loaded = preloader().load(server.url);
    await server.seen({ requests: 1 });
    const remove = vi.spyOn(element(), 'removeAttribute');
    restore(element(), persisted);
    expect(remove.mock.calls.flat()).toEqual(anew);
    remove.mockRestore();
    await server.open('body');
    expect((await loaded).naturalWidth).toBe(8);
  });

  test('is not asked for again while it arrives, or when it has its size', async () => {
    const server = picture({ gate: 'body' });
    const element = nextElement();
    const loaded = preloader().load(server.url);
    await server.seen({ requests: 1 });
    const remove = vi.spyOn(element(), 'removeAttribute');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    const width = vi.spyOn(element(), 'naturalWidth', 'get').mockReturnValue(8);
    restore(element(), true);
    width.mockRestore();
    expect(remove.mock.calls).toEqual([]);
    remove.mockRestore();
    await server.open('body');
    expect((await loaded).naturalWidth).toBe(8);
  });
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

test('the page has no listener of an image that has arrived, failed or been given up', async () => {
  const heard = new Set<unknown>();
  const add = vi.spyOn(globalThis, 'addEventListener');
  const remove = vi.spyOn(globalThis, 'removeEventListener');
  const images = preloader();
  const caller = new AbortController();
  const [good, bad, left] = [picture(), picture({ status: 404, image: '0x0' }), picture({ gate: 'body' })];
  const settled = Promise.allSettled([
    images.load(good.url),
    images.load(bad.url),
    images.load(left.url, { signal: caller.signal }),
  ]);
  await left.seen({ requests: 1 });
  caller.abort();
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  for (const [name, listener] of add.mock.calls) if (name === 'pageshow') heard.add(listener);
  expect(heard.size).toBe(3);
  for (const [name, listener] of remove.mock.calls) if (name === 'pageshow') heard.delete(listener);
  expect(heard.size).toBe(0);
});
