import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { checkOptions as check } from '../../src/options/check.ts';
import { version } from '../../src/protocol/messages.ts';
import { createHandler } from '../../src/service-worker/handler.ts';
import { eventKinds } from '../../src/service-worker/options.ts';
import '../support/worker-scope.ts';

test("the version is the package's", () => {
  expect(version).toBe(manifest.version);
});

describe('a wrong option', () => {
  test.each<[object, string]>([
    [
      { match: 7 },
      'TypeError: Expected `match` to be a URL pattern, a RegExp, a function or a list of at least one, got `7`.',
    ],
    [
      { match: ['/a', null] },
      'TypeError: Expected `match` to be a URL pattern, a RegExp, a function or a list of at least one, got `null`.',
    ],
    [
      { match: [] },
      'TypeError: Expected `match` to be a URL pattern, a RegExp, a function or a list of at least one, got `[object Array]`.',
    ],
    [
      { match: async () => false },
      'TypeError: Expected `match` to be a URL pattern, a RegExp, a function or a list of at least one, got `[object AsyncFunction]`.',
    ],
    [
      { ignoreHeaders: 'accept' },
      'TypeError: Expected `ignoreHeaders` to be a list of header names without `*`, got `accept`.',
    ],
    [{ fences: true }, 'TypeError: Expected `fences` to be a function that is not async, got `true`.'],
    [{ maxReplay: -1 }, 'RangeError: Expected `maxReplay` to be a number from 0, got `-1`.'],
    [{ fetch: 'x' }, 'TypeError: Expected `fetch` to be a function, got `x`.'],
    [{ standalone: 1 }, 'TypeError: Expected `standalone` to be true or false, got `1`.'],
    [{ matches: '/a' }, 'TypeError: Unknown option `matches`. Did you mean `match`?'],
  ])('A wrong option of the worker, %j, is refused at once', (options, message) => {
    const refusal = () => {
      try {
        check(options, eventKinds);
      } catch (error) {
        return String(error);
      }
      return;
    };
    expect(refusal()).toBe(message);
  });

  test('A wrong option of a handler is refused when it is made', () => {
    expect(() => createHandler({ maxReplay: Number.NaN })).toThrow(RangeError);
    expect(() => createHandler({ match: '/a' } as object)).toThrow('Unknown option `match`.');
  });

  test.each<[unknown, string]>([
    [undefined, 'undefined'],
    ['/tiles/1.png', '/tiles/1.png'],
    [{ url: '/tiles/1.png' }, '[object Object]'],
  ])(
    'A handler that is called with %j, which has no request, rejects with an error that says so',
    async (call, got) => {
      const message = `Expected a Request, or an object with one as \`request\`, got \`${got}\`.`;
      await expect(createHandler()(call as Request)).rejects.toThrow(new TypeError(message));
    },
  );

  test('left undefined is none', () => {
    expect(() => check({ match: undefined, fences: undefined }, eventKinds)).not.toThrow();
  });
});
