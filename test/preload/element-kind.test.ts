// What the kind for elements does without a page: its document is a simulated one.

import { describe, expect, test } from 'vitest';
import { elementIn } from '../../src/preload/element-kind.ts';

const attributes = { src: 'https://a.example/1.png' };

/** An image of a simulated document, and its load. */
function load(currentSrc: string) {
  const image = { currentSrc, removeAttribute() {}, onerror: () => {} };
  const owner = { createElementNS: () => image } as unknown as Document;
  return { image, work: elementIn(owner).load(attributes, { urgent: false }) };
}

describe('an element', () => {
  test.each([
    ['the candidate that its browser has chosen', 'https://a.example/2.png', 'https://a.example/2.png'],
    ['its `src` where the browser has chosen none', '', attributes.src],
  ])('An element that fails names %s', async (_, currentSrc, named) => {
    const { image, work } = load(currentSrc);
    image.onerror();
    await expect(work.result).rejects.toThrow(new Error(`GET ${named} failed.`));
  });

  test('An element that loads keeps no process alive: a simulated page may never load it', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const { image, work } = load('');
    expect(timers()).toBe(before);
    image.onerror();
    await expect(work.result).rejects.toThrow('failed');
  });

  test('says what its browser sends', () => {
    const request = { url: attributes.src, destination: 'image', headers: [] };
    expect(elementIn().request?.(attributes)).toEqual({
      ...request,
      mode: 'no-cors',
      credentials: 'include',
      referrerPolicy: '',
    });
    const asked = { ...attributes, crossOrigin: 'anonymous', referrerPolicy: 'origin' };
    expect(elementIn().request?.(asked)).toEqual({
      ...request,
      mode: 'cors',
      credentials: 'same-origin',
      referrerPolicy: 'origin',
    });
  });

  test('has another name in each document', () => {
    const [one, other] = [{}, {}] as Document[];
    const names = [undefined, one, other, one].map((owner) => elementIn(owner).name);
    expect([new Set(names).size, names[1] === names[3]]).toEqual([3, true]);
  });
});
