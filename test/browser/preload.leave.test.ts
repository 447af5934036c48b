import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { asBlob, type ImageDetail, type Preloader } from '../../src/preload/index.ts';
import { ended, picture, preloader } from '../support/preloading.ts';
import { turns } from '../support/turns.ts';

/** The events of the preloader, in order. */
function eventsOf(images: Preloader) {
  const events: (ImageDetail & { type: string })[] = [];
  for (const type of ['launch', 'leave', 'settle'] as const)
    images.addEventListener(type, ({ detail }) => events.push({ type, ...detail }));
  return events;
}

const left = (images: Preloader) =>
  new Promise<ImageDetail>((resolve) =>
    images.addEventListener('leave', ({ detail }) => resolve(detail), { once: true }),
  );

/** The request of an `<img>` without further attributes. */
const plain = { destination: 'image', mode: 'no-cors', credentials: 'include' };

describe('leave', () => {
  test('names the request of an image that steps aside', async () => {
    const images = preloader();
    const events = eventsOf(images);
    const one = picture({ gate: 'body' });
    images.preload(one.url);
    await one.seen({ requests: 1 });
    const leave = left(images);
    await images.load(picture().url);
    expect(await leave).toMatchObject({ url: one.url, request: { url: one.url, ...plain } });
    const [first] = events;
    expect(events.filter(({ type }) => type === 'leave')).toMatchObject([{ id: first?.id }]);
    await ended(one);
  });

  test.each<[string, (images: Preloader) => void]>([
    ['clear', (images) => images.clear()],
    ['destroy', (images) => images.destroy()],
  ])('names the request that %s ends', async (_, end) => {
    const images = preloader();
    const one = picture({ gate: 'headers' });
    images.preload(one.url);
    await one.seen({ requests: 1 });
    const leave = left(images);
    end(images);
    expect(await leave).toMatchObject({ url: one.url, request: { url: one.url, ...plain } });
  });

  test('names the request of a load whose caller has left', async () => {
    const images = preloader();
    const one = picture({ gate: 'headers' });
    const control = new AbortController();
    images.load(one.url, control).catch(() => {});
    await one.seen({ requests: 1 });
    const leave = left(images);
    control.abort();
    expect(await leave).toMatchObject({ request: { url: one.url } });
  });

  test('names the request of an image that took too long', async () => {
    const images = preloader({ loadTimeout: 100 });
    const one = picture({ gate: 'headers' });
    images.load(one.url).catch(() => {});
    const leave = left(images);
    expect(await leave).toMatchObject({ request: { url: one.url } });
  });

  test.each([
    [{ crossOrigin: '' }, { mode: 'cors', credentials: 'same-origin' }],
    [{ crossOrigin: 'anonymous' }, { mode: 'cors', credentials: 'same-origin' }],
    [{ crossOrigin: 'Use-Credentials' }, { mode: 'cors', credentials: 'include' }],
    [{ referrerPolicy: 'no-referrer' }, { ...plain, referrerPolicy: 'no-referrer' }],
  ])('says how an image with %o is asked for', async (attributes, request) => {
    const images = preloader();
    const one = picture({ gate: 'headers' });
    const group = images.preload({ src: one.url, ...attributes });
    // With credentials, the server's answer is refused; its request is still under way.
    await one.seen({ requests: 1 });
    const leave = left(images);
    group.cancel();
    expect(await leave).toMatchObject({ request });
  });

  test('names all candidates of a srcset, because only the browser knows which it has chosen', async () => {
    const images = preloader();
    const [plain, chosen] = [picture(), picture({ gate: 'body' })];
    const srcset = `${chosen.url} 1x, ${chosen.url} 2x`;
    const group = images.preload({ src: plain.url, srcset });
    await chosen.seen({ requests: 1 });
    const leave = left(images);
    group.cancel();
    expect(await leave).toMatchObject({ url: plain.url, srcset, request: { url: plain.url } });
  });

  test('gives each request its own id, also in two preloaders', async () => {
    const [images, others] = [preloader(), preloader()];
    const events = [eventsOf(images), eventsOf(others)];
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const group = images.preload(one.url);
    await one.seen({ requests: 1 });
    await images.load(two.url);
    await one.open('body');
    await group.done;
    await others.load(picture().url);
    const launched = events.flat().filter(({ type }) => type === 'launch');
    expect(new Set(launched.map(({ id }) => id)).size).toBe(4);
    const settled = events.flat().filter(({ type, url }) => type === 'settle' && url === one.url);
    expect(settled).toMatchObject([{ id: launched[2]?.id }]);
  });

  test('is not fired for an image that was never requested', async () => {
    const images = preloader();
    const events = eventsOf(images);
    images.preload(picture().url).cancel();
    await turns();
    expect(events).toMatchObject([{ type: 'settle', outcome: 'aborted' }]);
    expect(events[0]?.id).toBeUndefined();
  });

  test('is not fired for an image that has arrived and is being decoded', async () => {
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(new Promise(() => {}));
    onTestFinished(() => decode.mockRestore());
    const images = preloader();
    const events = eventsOf(images);
    const group = images.preload(picture().url);
    await expect.poll(() => decode.mock.calls.length).toBeTruthy();
    group.cancel();
    await turns();
    expect(events.map(({ type }) => type)).toEqual(['launch', 'settle']);
  });

  test('names the same request when it starts', async () => {
    const images = preloader();
    const events = eventsOf(images);
    const one = picture({ gate: 'headers' });
    const group = images.preload(one.url);
    await one.seen({ requests: 1 });
    const leave = left(images);
    group.cancel();
    const { request } = await leave;
    expect(events[0]?.request).toEqual(request);
  });

  describe('of an image as Blob', () => {
    test('names the request that the global fetch sent', async () => {
      const images = preloader();
      const one = picture({ gate: 'headers' });
      const group = images.preload({ src: one.url, crossOrigin: 'use-credentials', as: asBlob() });
      await one.seen({ requests: 1 });
      const leave = left(images);
      group.cancel();
      const { request } = await leave;
      expect(request).toMatchObject({
        url: one.url,
        destination: '',
        mode: 'cors',
        credentials: 'include',
      });
      expect([...(request?.headers ?? [])]).toEqual([]);
    });

    test.each([
      ['a wrapped fetch, which tells of its requests itself', () => createFetch()],
      [
        'a fetch of the caller, which may send what it likes',
        () =>
          (...args: Parameters<typeof fetch>) =>
            fetch(...args),
      ],
    ])('names no request of %s', async (_, fetching) => {
      const images = preloader();
      const one = picture({ gate: 'headers' });
      const group = images.preload({ src: one.url, as: asBlob({ fetch: fetching() }) });
      await one.seen({ requests: 1 });
      const leave = left(images);
      group.cancel();
      expect((await leave).request).toBeUndefined();
      await ended(one);
    });

    test('names no request of a wrapped fetch that is the global one', async () => {
      vi.stubGlobal('fetch', createFetch());
      onTestFinished(() => void vi.unstubAllGlobals());
      const images = preloader();
      const one = picture({ gate: 'headers' });
      const group = images.preload({ src: one.url, as: asBlob() });
      await one.seen({ requests: 1 });
      const leave = left(images);
      group.cancel();
      expect((await leave).request).toBeUndefined();
    });
  });
});
