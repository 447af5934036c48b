import { expect, test } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { createPreloader, type PreloaderOptions } from '../../src/preload/index.ts';
import { picture, preloader } from '../support/preloading.ts';

const create = (options: unknown) => () => createPreloader(options as PreloaderOptions);

test.each([
  ['lanes', 0, '`lanes` to be a whole number from 1, got `0`'],
  ['lanes', 1.5, '`lanes` to be a whole number from 1, got `1.5`'],
  ['lanesPerOrigin', Number.NaN, '`lanesPerOrigin` to be a whole number from 1, got `NaN`'],
  ['timeout', -1, '`timeout` to be a whole number from 0, got `-1`'],
  ['maxHeld', -5, '`maxHeld` to be a whole number from 0, got `-5`'],
])('%s: %s is a RangeError', (name, value, message) => {
  expect(create({ [name]: value })).toThrow(new RangeError(`Expected ${message}.`));
});

test.each([
  ['lanes', '2', '`lanes` to be a whole number from 1, got `2`'],
  ['slow', 'never', "`slow` to be 'wait', 'skip' or 'go', got `never`"],
  ['busy', globalThis.fetch, undefined],
  ['busy', [createFetch(), 5], undefined],
])('%s: %s is refused', (name, value, message) => {
  expect(create({ [name]: value })).toThrow(message ?? `Expected \`${name}\` to be`);
});

test('what is undefined or null is not given', () => {
  expect(create({ lanes: undefined, patience: null, busy: undefined, slow: undefined })).not.toThrow();
});

test.each([[''], [undefined], [null], ['http://'], [{}], [{ src: '' }], [5]])(
  'an address of %o is a TypeError, and nothing is lost',
  async (source) => {
    const images = preloader();
    const one = picture({ gate: 'body' });
    const gallery = images.preload(one.url);
    expect(() => images.preload(picture().url, source as string)).toThrow(TypeError);
    await expect(images.load(source as string)).rejects.toThrow(
      'Expected `src` to be the address of an image',
    );
    await one.open('body');
    expect((await gallery.done).done).toBe(1);
    expect(images.stats()).toMatchObject({ waiting: 0 });
  },
);
