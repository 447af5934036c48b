import { describe, expect, test } from 'vitest';
import { serves, sharesFailure } from '../../src/service-worker/serves.ts';
import { seen } from '../support/worker-scope.ts';

type Init = Parameters<typeof seen>[1];

/** A response of a kind that no constructor makes. */
const answer = (type: ResponseType, { redirected = false, vary = '' } = {}) =>
  Object.defineProperties(new Response('', { headers: vary ? { vary } : {} }), {
    type: { value: type },
    redirected: { value: redirected },
  });
const serve = (response: Response, leader: Init, follower: Init) =>
  serves(response, seen('/tile', leader), seen('/tile', follower));

const image: Init = { mode: 'no-cors', credentials: 'include' };

describe('serves', () => {
  test.each<[string, Response, Init, Init]>([
    ['a basic answer, whatever the mode', answer('basic'), image, {}],
    ['an answer that the worker has made, whatever the mode', answer('default'), image, {}],
    ['an opaque answer, one that does not read it', answer('opaque'), image, image],
    ['a redirected answer, one that follows', answer('basic', { redirected: true }), {}, {}],
    [
      'a redirect, one that handles it',
      answer('opaqueredirect'),
      { redirect: 'manual' },
      { redirect: 'manual' },
    ],
    [
      'what varies by the origin, which all clients share and the worker sees of some alone',
      answer('cors', { vary: 'Accept, Origin,origin' }),
      { headers: { origin: 'https://map.example' } },
      {},
    ],
    [
      'what varies by the origin in the first place',
      answer('cors', { vary: 'Origin , Accept' }),
      { headers: { origin: 'https://map.example' } },
      {},
    ],
    [
      'what varies by the mode, one of the same mode',
      answer('basic', { vary: 'Sec-Fetch-Mode' }),
      { credentials: 'include' },
      {},
    ],
    ['what varies by what both sent', answer('basic', { vary: 'Accept, Cookie' }), {}, {}],
  ])('%s', (_, response, leader, follower) => {
    expect(serve(response, leader, follower)).toBe(true);
  });

  test.each<[string, Response, Init, Init]>([
    ['an opaque answer, one that reads', answer('opaque'), image, {}],
    ['a cors answer, one that stays at home', answer('cors'), {}, { mode: 'same-origin' }],
    ["another origin's answer, one with other credentials", answer('cors'), { credentials: 'include' }, {}],
    ["another origin's answer, one that was not to ask for it", answer('cors'), {}, image],
    ['what varies by everything', answer('basic', { vary: '*' }), {}, {}],
    ['what varies by something that is no header', answer('basic', { vary: 'Accept, (x),' }), {}, {}],
    [
      'what varies by a header that was ignored',
      answer('basic', { vary: 'Accept' }),
      { headers: { accept: 'a/b' } },
      {},
    ],
    [
      'what varies by a header whose name ends like `Origin`',
      answer('cors', { vary: 'Origin, X-Origin' }),
      { headers: { 'x-origin': 'a' } },
      {},
    ],
    [
      'what varies by a hint',
      answer('basic', { vary: 'X, Sec-CH-DPR' }),
      { headers: { 'sec-ch-dpr': '2' } },
      {},
    ],
    [
      'what varies by the mode, which a header tells that the worker does not see,',
      answer('basic', { vary: 'Accept, Sec-Fetch-Mode' }),
      image,
      {},
    ],
    [
      'what varies by the mode in the first place,',
      answer('basic', { vary: 'Sec-Fetch-Mode ,Accept' }),
      image,
      {},
    ],
    [
      'what varies by the mode, in a list without spaces,',
      answer('basic', { vary: 'A,sec-fetch-mode,B' }),
      image,
      {},
    ],
    [
      'what varies by the page',
      answer('basic', { vary: 'referer' }),
      {},
      { referrer: 'https://map.example/b' },
    ],
  ])('not %s', (_, response, leader, follower) => {
    expect(serve(response, leader, follower)).toBe(false);
  });

  test('the leader, whatever came', () => {
    const leader = seen('/tile');
    expect(serves(answer('basic', { vary: '*' }), leader, leader)).toBe(true);
  });
});

describe('sharesFailure', () => {
  const aborted = { signal: AbortSignal.abort() };

  test.each<[string, boolean, Init, Init]>([
    ['one that asked for the same', true, {}, {}],
    ['not one to whom other rules apply', false, {}, image],
    ['not one that was not aborted', false, aborted, {}],
  ])('%s', (_, failed, leader, follower) => {
    expect(sharesFailure(seen('/tile', leader), seen('/tile', follower))).toBe(failed);
  });
});
