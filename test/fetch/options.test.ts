// Bad input is refused at once, by name.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';

const made = (options: object) => () => createFetch(options);
const longest = 2 ** 31 - 1;

describe('createFetch', () => {
  test.each<[object, string, string]>([
    [{ fetch: 'fetch' }, 'fetch', 'fetch'],
    [{ eligible: true }, 'eligible', 'true'],
    [{ key: {} }, 'key', '[object Object]'],
    [{ fences: null }, 'fences', 'null'],
    [{ eligible: async () => false }, 'eligible', '[object AsyncFunction]'],
    [{ key: async () => 'a' }, 'key', '[object AsyncFunction]'],
    [{ fences: async () => false }, 'fences', '[object AsyncFunction]'],
    [{ ignoreHeaders: 'accept' }, 'ignoreHeaders', 'accept'],
    [{ ignoreHeaders: new Set(['accept']) }, 'ignoreHeaders', '[object Set]'],
    [{ joinUntil: 'end' }, 'joinUntil', 'end'],
    [{ maxReplay: '4 MB' }, 'maxReplay', '4 MB'],
    [{ json: 'fresh' }, 'json', 'fresh'],
    [{ json: true }, 'json', 'true'],
    [{ leaderTimeout: '1s' }, 'leaderTimeout', '1s'],
    [{ linger: null }, 'linger', 'null'],
  ])('refuses %o', (options, name, got) => {
    expect(made(options)).toThrow(TypeError);
    expect(made(options)).toThrow(`Expected \`${name}\` to be `);
    expect(made(options)).toThrow(`got \`${got}\`.`);
  });

  test('names the header that is none in a list', () => {
    const expected = 'Expected `ignoreHeaders` to be a list of header names without `*`, got `sentry-*`.';
    expect(made({ ignoreHeaders: ['accept', 'sentry-*'] })).toThrow(new TypeError(expected));
  });

  test.each<[object, string, number]>([
    [{ maxReplay: -1 }, 'maxReplay', -1],
    [{ maxReplay: Number.NaN }, 'maxReplay', Number.NaN],
    [{ leaderTimeout: -1 }, 'leaderTimeout', -1],
    [{ leaderTimeout: longest + 1 }, 'leaderTimeout', longest + 1],
    [{ linger: Infinity }, 'linger', Infinity],
  ])('refuses %o, which is out of range', (options, name, got) => {
    expect(made(options)).toThrow(RangeError);
    expect(made(options)).toThrow(`Expected \`${name}\` to be `);
    expect(made(options)).toThrow(`got \`${got}\`.`);
  });

  test('refuses an option that it does not know: a misspelt one would silently do nothing', () => {
    expect(made({ joinuntil: 'body' })).toThrow(TypeError);
    expect(made({ joinuntil: 'body' })).toThrow('`joinuntil`');
  });

  test.each<[object]>([
    [{}],
    [{ fetch: undefined, key: undefined, joinUntil: undefined, linger: undefined }],
    [{ maxReplay: 0, leaderTimeout: 0, linger: 0, ignoreHeaders: [] }],
    [{ maxReplay: Infinity, leaderTimeout: longest, linger: 0.5, joinUntil: 'headers', json: 'frozen' }],
  ])('takes %o', (options) => {
    expect(made(options)).not.toThrow();
  });

  test.each<[unknown, string]>([
    [null, 'null'],
    ['no-store', 'no-store'],
    [7, '7'],
    [true, 'true'],
  ])('refuses %j in place of options (#12)', (options, got) => {
    expect(made(options as object)).toThrow(TypeError);
    expect(made(options as object)).toThrow(/^Expected .*options/);
    expect(made(options as object)).toThrow(`got \`${got}\`.`);
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'refuses an option that every object has by another name: %s (#12)',
    (name) => {
      expect(made({ [name]: () => {} })).toThrow(TypeError);
      expect(made({ [name]: () => {} })).toThrow(`Unknown option \`${name}\``);
    },
  );

  test('refuses an own option called `__proto__` (#12)', () => {
    expect(made(JSON.parse('{ "__proto__": 1 }'))).toThrow('Unknown option `__proto__`');
  });

  test('names the option that was meant (#12)', () => {
    expect(made({ linger_ms: 5 })).toThrow('Unknown option `linger_ms`. Did you mean `linger`?');
    expect(made({ joinuntil: 'body' })).toThrow('Did you mean `joinUntil`?');
  });

  test('takes nothing, and undefined, for no options', () => {
    expect(() => createFetch()).not.toThrow();
    expect(() => createFetch(undefined)).not.toThrow();
  });
});
