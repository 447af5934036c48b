import { describe, expect, test } from 'vitest';
import { adviceFor } from '../../src/wording/advice.ts';

const trace = 'These headers only trace requests.';
const user = 'Different users must not share an answer.';
const other = (name: string) => `Add \`ignoreHeaders: ['${name}']\`, if the answer does not depend on it.`;

describe('the advice for requests that are kept apart by', () => {
  test.each([
    ['url', 'They ask for different resources.'],
    ['key', 'The option `key` tells them apart.'],
    ['?t', 'Leave the parameter out, or ignore it with the option `key`.'],
    ['mode', 'Give both calls the same `mode`, if the answer does not depend on it.'],
    ['accept', other('accept')],
    ['x-theme', other('x-theme')],
  ])('`%s` is: %s', (name, advice) => expect(adviceFor([name])).toBe(advice));

  test.each([['range'], ['range', 'x-theme'], ['if-range', 'range'], ['authorization', 'range']])(
    '`range`, also beside others, is that parts of a file differ',
    (...names) => expect(adviceFor(names)).toBe('They ask for different parts.'),
  );

  test.each([
    ...['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'newrelic', 'uber-trace-id'],
    ...['b3', 'x-b3-traceid', 'x-datadog-parent-id', 'request-id', 'x-request-id', 'requestid'],
    ...['x-amzn-trace-id', 'x-correlation-id', 'x-span-id', 'x-transaction-id'],
  ])('`%s` is to ignore a header that only traces', (name) => {
    expect(adviceFor([name])).toBe(`Add \`ignoreHeaders: ['${name}']\`. ${trace}`);
  });

  test.each(['my-traceparent', 'traceparent-2', 'x-request-ids', 'a-request-id'])(
    '`%s` is not that of a header that traces',
    (name) => expect(adviceFor([name])).toBe(other(name)),
  );

  test.each(['authorization', 'x-csrf-token', 'x-auth', 'x-user-id', 'x-session', 'x-api-key', 'x-apikey'])(
    '`%s` is that users share no answer',
    (name) => {
      expect(adviceFor([name])).toBe(user);
      expect(adviceFor(['x-theme', name])).toBe(user);
    },
  );

  test.each(['proxy-authorization', 'authorization-2', 'my-x-token', 'token'])(
    '`%s` is not that of a header that names the user',
    (name) => expect(adviceFor([name])).toBe(other(name)),
  );

  test.each([
    'method',
    'mode',
    'credentials',
    'cache',
    'redirect',
    'referrer',
    'referrerPolicy',
    'integrity',
  ])('the member `%s` is to give both calls the same', (name) =>
    expect(adviceFor([name])).toContain(`Give both calls the same \`${name}\`,`),
  );

  test.each(['the-mode', 'modes'])('`%s` is not that of a member', (name) => {
    expect(adviceFor([name])).toBe(other(name));
  });

  test('two members and a header names the members', () => {
    expect(adviceFor(['x-theme', 'mode', 'cache'])).toBe(
      'Give both calls the same `mode` and `cache`, if the answer does not depend on them.',
    );
  });

  test('two headers names both', () => {
    expect(adviceFor(['x-theme', 'x-size'])).toBe(
      "Add `ignoreHeaders: ['x-theme', 'x-size']`, if the answer does not depend on them.",
    );
  });

  test('a header that traces and another one does not call both tracing', () => {
    expect(adviceFor(['traceparent', 'x-theme'])).not.toContain(trace);
  });

  test.each([
    ['the mode', 'Elements and `fetch` get different kinds of answers from another origin.'],
    ['the size of the body', 'Raise `maxReplay`, if there is memory for it.'],
    ['20 s after the headers', 'No caller joins an answer that is so old.'],
    ['a body without an end', 'A later caller would miss the beginning.'],
    ['leaderTimeout', 'A caller had waited for `leaderTimeout`.'],
    // Not that `forget()` was called: the library closes flights like this, too.
    ['forget', 'The later request must not share the earlier answer.'],
  ])('the phrase `%s` is: %s', (phrase, advice) => expect(adviceFor([phrase])).toBe(advice));

  test('nothing is a sentence nevertheless', () => expect(adviceFor([])).toMatch(/\.$/));

  test.each(['a write', 'the page', 'fences', 'forget', 'joinUntil', 'maxReplay', 'age', '`Vary: *`'])(
    '%s is a sentence without `ignoreHeaders`',
    (phrase) => expect(adviceFor([phrase, 'x'])).toMatch(/^(?!Add ).+\.$/),
  );
});
