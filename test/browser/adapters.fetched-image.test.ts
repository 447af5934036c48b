import { expect, onTestFinished, test, vi } from 'vitest';
import { reasonOf, show } from '../../src/adapters/fetched-image.ts';
import { picture } from '../support/preloading.ts';

const blobOf = async () => (await fetch(picture().url)).blob();

/** Shows the blob in an image that fails at once, as it does where a policy forbids blobs. Returns the reason. */
async function reasonFor(blob: Blob): Promise<unknown> {
  const image = new Image();
  const reason = new Promise((resolve) => {
    image.onerror = (event) => resolve(reasonOf(event as Event));
  });
  show(image, blob);
  image.dispatchEvent(new Event('error'));
  return reason;
}

test('An image of a blob that can be decoded has failed because of a policy', async () => {
  const close = vi.spyOn(ImageBitmap.prototype, 'close');
  onTestFinished(() => close.mockRestore());
  expect(await reasonFor(await blobOf())).toMatchObject({
    message: expect.stringContaining('add `blob:` to `img-src`'),
  });
  expect(close).toHaveBeenCalledOnce();
});

test('An image that has loaded its blob has failed by itself when it fails later', async () => {
  const image = new Image();
  const loaded = new Promise((resolve) => {
    image.onload = resolve;
  });
  show(image, await blobOf());
  await loaded;
  const failed = new Promise<Event>((resolve) => {
    image.onerror = (event) => resolve(event as Event);
  });
  image.src = 'blob:gone';
  const event = await failed;
  expect(await reasonOf(event)).toBe(event);
});

test('An image of a blob that is no image has failed by itself', async () => {
  expect(await reasonFor(new Blob(['text']))).toBeInstanceOf(Event);
});
