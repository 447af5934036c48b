import { describe, expect, test } from 'vitest';
import { checkOptions, type OptionKinds } from '../../src/options/check.ts';
import {
  aBoolean,
  aFunction,
  aSyncFunction,
  bytes,
  milliseconds,
  namesOf,
  oneOf,
  wholeNumberFrom,
  withMethod,
} from '../../src/options/kinds.ts';

interface Options {
  linger?: number | undefined;
  lanes?: number | undefined;
  maxReplay?: number | undefined;
  fetch?: (() => void) | undefined;
  key?: (() => void) | undefined;
  ignoreHeaders?: readonly string[] | undefined;
  joinUntil?: string | undefined;
  speculative?: boolean | undefined;
  images?: object | undefined;
}

const kinds: OptionKinds<Options> = {
  linger: milliseconds,
  lanes: wholeNumberFrom(1),
  maxReplay: bytes,
  fetch: aFunction,
  key: aSyncFunction,
  ignoreHeaders: namesOf('header names'),
  joinUntil: oneOf('headers', 'body'),
  speculative: aBoolean,
  images: withMethod('load', 'a preloader'),
};

const check = (options: unknown) => () => checkOptions(options as Options, kinds);

describe('checkOptions', () => {
  test('returns the members of an object and of its class, without those of Object.prototype', () => {
    class Settings {
      lanes = 2;
      get linger() {
        return 5;
      }
    }
    Object.defineProperty(Object.prototype, 'maxReplay', { value: 1, configurable: true });
    try {
      const { linger, lanes, maxReplay } = checkOptions<Options>(new Settings(), kinds);
      expect([linger, lanes, maxReplay]).toEqual([5, 2, undefined]);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'maxReplay');
    }
  });

  test('refuses a wrong value of a class, too', () => {
    class Settings {
      get linger() {
        return -1;
      }
    }
    expect(check(new Settings())).toThrow(RangeError);
  });

  test('accepts right values, an empty object, and undefined for every option', () => {
    const right = {
      linger: 0,
      lanes: Infinity,
      maxReplay: 0.5,
      fetch: async () => {},
      key() {},
      ignoreHeaders: ['a'],
      joinUntil: 'body',
      speculative: true,
      images: { load() {} },
    };
    for (const options of [
      right,
      {},
      { lanes: 1, speculative: false, images: Object.assign(() => {}, { load() {} }) },
      Object.create(null),
      Object.freeze({ ...right }),
      Object.assign(new EventTarget(), { linger: 5 }),
      Object.fromEntries(Object.keys(right).map((name) => [name, undefined])),
    ])
      expect(check(options)).not.toThrow();
  });

  test.each([
    [{ linger_ms: 5 }, 'Unknown option `linger_ms`. Did you mean `linger`?'],
    [{ maxreplay: 5 }, 'Unknown option `maxreplay`. Did you mean `maxReplay`?'],
    [{ ignoreHeader: [] }, 'Unknown option `ignoreHeader`. Did you mean `ignoreHeaders`?'],
    [{ fecth: () => {} }, 'Unknown option `fecth`. Did you mean `fetch`?'],
    [{ lingerMilliseconds: 5 }, 'Unknown option `lingerMilliseconds`. Did you mean `linger`?'],
    [{ colour: 'red' }, 'Unknown option `colour`.'],
    [{ on: 'a' }, 'Unknown option `on`.'],
    [{ lingr: 'a' }, 'Unknown option `lingr`. Did you mean `linger`?'],
    [{ laness: 5 }, 'Unknown option `laness`. Did you mean `lanes`?'],
    [{ constructor: 1 }, 'Unknown option `constructor`.'],
    [{ fetch: null }, 'Expected `fetch` to be a function, got `null`.'],
    [{ ignoreHeaders: [1] }, 'Expected `ignoreHeaders` to be a list of header names without `*`, got `1`.'],
    [
      { ignoreHeaders: ['a*'] },
      'Expected `ignoreHeaders` to be a list of header names without `*`, got `a*`.',
    ],
    [
      { ignoreHeaders: ['a', 1] },
      'Expected `ignoreHeaders` to be a list of header names without `*`, got `1`.',
    ],
    [
      { ignoreHeaders: ['b', 'a, c'] },
      'Expected `ignoreHeaders` to be a list of header names without `*`, got `a, c`.',
    ],
    [{ lanes: [2] }, 'Expected `lanes` to be a whole number from 1, got `[object Array]`.'],
    [{ lanes: '2' }, "Expected `lanes` to be a whole number from 1, got `'2'`."],
    [{ speculative: 'false' }, 'Expected `speculative` to be true or false, got `false`.'],
    [{ speculative: 0 }, 'Expected `speculative` to be true or false, got `0`.'],
    [{ images: {} }, 'Expected `images` to be a preloader, got `[object Object]`.'],
    [{ images: null }, 'Expected `images` to be a preloader, got `null`.'],
    [{ joinUntil: 'end' }, "Expected `joinUntil` to be 'headers' or 'body', got `end`."],
    [{ linger: '5' }, "Expected `linger` to be a number from 0 to 2147483647, got `'5'`."],
    [{ fetch: Object.create(null) }, 'Expected `fetch` to be a function, got `[object Object]`.'],
    [null, 'Expected `options` to be a plain object, got `null`.'],
    ['text', 'Expected `options` to be a plain object, got `text`.'],
    [() => {}, 'Expected `options` to be a plain object, got `[object Function]`.'],
    [[], 'Expected `options` to be a plain object, got `[object Array]`.'],
    [new Map([['linger', 5]]), 'Expected `options` to be a plain object, got `[object Map]`.'],
    [Promise.resolve({}), 'Expected `options` to be a plain object, got `[object Promise]`.'],
    [AbortSignal.abort(), 'Expected `options` to be a plain object, got `[object AbortSignal]`.'],
    [new EventTarget(), 'Expected `options` to be a plain object, got `[object EventTarget]`.'],
    [
      { key: async () => 'x' },
      'Expected `key` to be a function that is not async, got `[object AsyncFunction]`.',
    ],
    [
      { joinUntil: new URL('http://a/') },
      "Expected `joinUntil` to be 'headers' or 'body', got `[object URL]`.",
    ],
  ])('throws a TypeError for %o', (options, message) => {
    expect(check(options)).toThrow(new TypeError(message));
  });

  test.each([
    [{ linger: -1 }, 'Expected `linger` to be a number from 0 to 2147483647, got `-1`.'],
    [{ linger: Number.NaN }, 'Expected `linger` to be a number from 0 to 2147483647, got `NaN`.'],
    [{ linger: 2 ** 31 }, 'Expected `linger` to be a number from 0 to 2147483647, got `2147483648`.'],
    [{ lanes: 1.5 }, 'Expected `lanes` to be a whole number from 1, got `1.5`.'],
    [{ lanes: 0 }, 'Expected `lanes` to be a whole number from 1, got `0`.'],
    [{ maxReplay: -1 }, 'Expected `maxReplay` to be a number from 0, got `-1`.'],
  ])('throws a RangeError for %o', (options, message) => {
    expect(check(options)).toThrow(new RangeError(message));
  });
});
