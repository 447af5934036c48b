import { expect, test, vi } from 'vitest';
import { Held } from '../../src/preload/held.ts';

const image = (key: string, memoryBytes = 1) => ({
  key,
  url: `https://a.example/${key}`,
  memoryBytes,
  release: vi.fn(),
});

test('an image takes the place of one with its key, which is released', () => {
  const held = new Held(9, 9);
  const [first, second] = [image('a', 4), image('a', 5)];
  held.add(first);
  held.add(second);
  expect(held.stats).toEqual({ held: 1, heldBytes: 5 });
  expect(held.get('a')).toBe(second);
  expect(first.release).toHaveBeenCalledOnce();
  held.remove(first);
  expect(held.stats).toEqual({ held: 1, heldBytes: 5 });
});

test('the oldest images are released when there are too many', () => {
  const held = new Held(2, 9);
  const images = ['a', 'b', 'c'].map((key) => image(key));
  for (const one of images) held.add(one);
  expect(images.map(({ key }) => held.get(key)?.key)).toEqual([undefined, 'b', 'c']);
  expect(images.map(({ release }) => release.mock.calls.length)).toEqual([1, 0, 0]);
});

test('images are held up to the limit of bytes, and released beyond it', () => {
  const held = new Held(9, 10);
  const whole = image('a', 10);
  held.add(whole);
  expect(held.stats).toEqual({ held: 1, heldBytes: 10 });
  const tooLarge = image('b', 11);
  held.add(tooLarge);
  expect(held.get('a')).toBe(whole);
  expect(tooLarge.release).toHaveBeenCalledOnce();
  held.add(image('c', 1));
  expect(held.stats).toEqual({ held: 1, heldBytes: 1 });
  expect(whole.release).toHaveBeenCalledOnce();
});

test('an image of infinite size is not held, and the limit of bytes goes on', () => {
  const held = new Held(9, 10);
  const endless = image('a', Number.POSITIVE_INFINITY);
  held.add(endless);
  expect(endless.release).toHaveBeenCalledOnce();
  for (const key of ['b', 'c']) held.add(image(key, 6));
  expect(held.stats).toEqual({ held: 1, heldBytes: 6 });
});
