// What keeps calls apart, as sentences.

import { describe, expect, test } from 'vitest';
import { type CallArguments, createFetch, explain } from '../../src/index.ts';
import { inWords } from '../../src/inspector/in-words.ts';

const url = 'http://coflight.test/places';
const said = (one: CallArguments, other: CallArguments) =>
  inWords(explain(createFetch(), one, other)).join(' ');

describe('`inWords`', () => {
  test('says that calls share', () => {
    expect(said(url, `${url}#top`)).toBe(
      'They share one request. The later call joins the earlier one while it is in flight.',
    );
  });

  test.each<[string, CallArguments, RegExp]>([
    [
      'a trace id',
      [url, { headers: { 'x-request-id': '1' } }],
      /apart by `x-request-id`\. Add `ignoreHeaders: \['x-request-id'\]`\. These headers only trace/,
    ],
    [
      'a user',
      [url, { headers: { authorization: 'me' } }],
      /apart by `authorization`\. Different users must not share/,
    ],
    [
      'a member',
      [url, { credentials: 'omit' }],
      /apart by `credentials`\. Give both calls the same `credentials`/,
    ],
    ['another URL', `${url}/4`, /apart by `url`\. They ask for different resources\./],
  ])('names what keeps them apart, and what can be done: %s', (_, other, text) => {
    expect(said(url, other)).toMatch(/^They do not share\. Kept apart by/);
    expect(said(url, other)).toMatch(text);
  });

  test('says which of them is never shared, and why', () => {
    expect(said([url, { method: 'POST' }], url)).toBe(
      'They do not share. The first call is never shared. Only GET and HEAD are shared.',
    );
    expect(said(url, [url, { next: {} } as object])).toMatch(
      /The second call is never shared\. `next` in its init could change the answer unseen\..*`ignoreInit: \['next'\]`/,
    );
  });

  test('names the option `key` where only that sees a difference', () => {
    let count = 0;
    const found = explain(createFetch({ key: () => `${++count}` }), url, url);
    expect(inWords(found)[1]).toBe('Kept apart by `key`. The option `key` tells them apart.');
  });

  test.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [false, 'false'],
    [{}, '[object Object]'],
    [{ shared: false, bypass: [], differs: 'url' }, '[object Object]'],
    [{ shared: false, bypass: {}, differs: [] }, '[object Object]'],
    [createFetch(), '[object Function]'],
  ])('refuses %o, which `explain` does not return', (wrong, shown) => {
    expect(() => inWords(wrong as never)).toThrow(
      new TypeError(`Expected \`found\` to be what \`explain()\` returns, got \`${shown}\`.`),
    );
  });

  test('every reason of a bypass has a sentence', () => {
    const calls: CallArguments[] = [
      [url, { method: 'POST' }],
      [new Request(url, { method: 'POST', body: 'text' })],
      [url, { keepalive: true }],
      [url, { coalesce: false }],
      ['data:,'],
      [4 as never],
    ];
    for (const call of calls) expect(said(call, url)).toMatch(/never shared\. (?:\S+ ){2,}.*\.$/);
  });
});
