import { expect, test } from 'vitest';
import { reasonOf, show } from '../../src/adapters/images.ts';
import { picture } from '../support/preloading.ts';

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
  const blob = await (await fetch(picture().url)).blob();
  expect(await reasonFor(blob)).toMatchObject({
    message: expect.stringContaining('add `blob:` to `img-src`'),
  });
});

test('An image of a blob that is no image has failed by itself', async () => {
  expect(await reasonFor(new Blob(['text']))).toBeInstanceOf(Event);
});
