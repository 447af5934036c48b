import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { register } from '../../src/register/index.ts';

/** Returns the error of `register`. On a server it resolves with a failure when the arguments are right. */
const refusal = (url: unknown, options: unknown) =>
  register(url as string, options as object).then(({ status }) => status, String);

describe('`register` rejects', () => {
  test.each([
    [
      { match: () => true },
      'TypeError: Expected `match` to be a URL pattern or a list of at least one (a `RegExp` or a function',
    ],
    [
      { match: /tiles/ },
      'TypeError: Expected `match` to be a URL pattern or a list of at least one (a `RegExp` or a function',
    ],
    [{ match: [] }, 'TypeError: Expected `match` to be a URL pattern or a list of at least one'],
    [
      { match: '' },
      'TypeError: Expected `match` to be a URL pattern or a list of at least one (a `RegExp` or a function',
    ],
    [{ match: ['/a', 1] }, 'TypeError: Expected `match` to be a URL pattern or a list of at least one'],
    [
      { ignoreHeaders: 'accept' },
      'TypeError: Expected `ignoreHeaders` to be a list of header names without `*`, got `accept`.',
    ],
    [{ timeout: '1' }, 'TypeError: Expected `timeout` to be a number from 0'],
    [{ timeout: -1 }, 'RangeError: Expected `timeout` to be a number from 0'],
    [{ timeout: Number.NaN }, 'RangeError: Expected `timeout` to be a number from 0'],
    [{ timeout: Number.POSITIVE_INFINITY }, 'RangeError: Expected `timeout` to be a number from 0'],
    [{ maxReplay: -1 }, 'RangeError: Expected `maxReplay` to be a number from 0, got `-1`.'],
    [{ scope: 1 }, 'TypeError: Expected `scope` to be a string, got `1`.'],
    [{ type: 'es' }, "TypeError: Expected `type` to be 'classic' or 'module', got `es`."],
    [
      { listenTo: {} },
      'TypeError: Expected `listenTo` to be a wrapped fetch, a preloader or a list of them, got',
    ],
    [{ listenTo: [createFetch(), 7] }, 'TypeError: Expected `listenTo` to be a wrapped fetch'],
    // As `window` is, which has no requests of its own.
    [{ listenTo: new EventTarget() }, 'TypeError: Expected `listenTo` to be a wrapped fetch'],
    [{ scoop: '/' }, 'TypeError: Unknown option `scoop`. Did you mean `scope`?'],
    [null, 'TypeError: Expected `options` to be a plain object, got `null`.'],
    ['/tiles/*', 'TypeError: Expected `options` to be a plain object, got `/tiles/*`.'],
  ])('the options %j', async (options, message) => {
    expect(await refusal('/sw.js', options)).toContain(message);
  });

  test.each([
    [new URL('https://map.example'), '[object URL]'],
    [null, 'null'],
    [7, '7'],
  ])('the URL %s', async (url, got) => {
    expect(await refusal(url, {})).toBe(`TypeError: Expected \`url\` to be a string, got \`${got}\`.`);
  });
});

test('`register` takes options that are undefined for options that were left out', async () => {
  const none = { scope: undefined, type: undefined, timeout: undefined, match: undefined };
  expect(await refusal(undefined, { ...none, ignoreHeaders: undefined, maxReplay: undefined })).toBe(
    'failed',
  );
});
