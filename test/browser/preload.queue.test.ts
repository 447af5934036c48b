import { describe, expect, test } from 'vitest';
import { picture, pictures, preloader, urls } from '../support/preloading.ts';

describe('the priority of an image that several want', () => {
  /** The order in which images start, while the first one keeps the lane. */
  async function orderOf(ask: (images: ReturnType<typeof preloader>, list: string[]) => unknown) {
    const images = preloader();
    const first = picture({ gate: 'body' });
    const list = urls(pictures(3));
    images.preload(first.url);
    await first.seen({ requests: 1 });
    const order: number[] = [];
    images.addEventListener('launch', ({ detail }) => order.push(list.indexOf(detail.url)));
    const group = images.preload(...list);
    ask(images, list);
    await first.open('body');
    await group.done;
    return order;
  }

  test('is the highest: a later call raises it', async () => {
    const order = await orderOf((images, [, , third = '']) => images.preload({ src: third, priority: 1 }));
    expect(order).toEqual([2, 0, 1]);
  });

  test('is not lowered by a later call', async () => {
    const order = await orderOf((images, list) => {
      images.preload({ src: list[1] ?? '', priority: 2 });
      images.preload({ src: list[1] ?? '', priority: -1 }, { src: list[2] ?? '', priority: 1 });
    });
    expect(order).toEqual([1, 2, 0]);
  });

  test('falls back when the caller that raised it leaves', async () => {
    const order = await orderOf((images, [, , third = '']) =>
      images.preload({ src: third, priority: 1 }).cancel(),
    );
    expect(order).toEqual([0, 1, 2]);
  });

  test('follows each group that is given another one', async () => {
    const order = await orderOf((images, [, second = '', third = '']) => {
      images.preload(second).prioritize(1);
      const group = images.preload({ src: third, priority: 5 });
      images.preload(third);
      group.prioritize(-1);
    });
    expect(order).toEqual([1, 0, 2]);
  });
});
