// Law 9: no caller can alter what another sees. The headers of a mock's response can be changed, unlike the network's.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

const url = 'http://coflight.test/';

/** Changes a caller's own headers. Immutable headers throw. */
function change({ headers }: Response): void {
  for (const act of [
    () => headers.set('x-own', 'changed'),
    () => headers.append('x-new', 'new'),
    () => headers.delete('x-other'),
    () => headers.set('content-type', 'text/changed'),
  ])
    try {
      act();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
}

const given = { 'content-type': 'text/plain', 'x-other': 'other', 'x-own': 'mine' };
const seen = (response: Response) => Object.fromEntries(response.headers);

/** Makes the mock's answer. */
const kinds: Readonly<Record<string, () => Response>> = {
  'with a body': () => new Response('answer', { headers: given }),
  'with a streamed body': () =>
    new Response(
      new ReadableStream({ start: (body) => void body.enqueue(new TextEncoder().encode('first')) }),
      {
        headers: given,
      },
    ),
  'without a body': () => new Response(null, { headers: given }),
  'with a status without a body': () => new Response(null, { status: 204, headers: given }),
};

describe.each(Object.entries(kinds))('where a mock answers %s,', (_, make) => {
  /** Two callers of one flight, and the response of the mock. */
  async function callers() {
    const answer = make();
    const fetch = createFetch({ fetch: async () => answer });
    const [one, other] = await Promise.all([fetch(url), fetch(url)]);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    return { fetch, answer, one, other };
  }

  test('the leader’s changes to its headers are not seen by the follower (#12)', async () => {
    const { one, other } = await callers();
    change(one);
    expect(seen(other)).toEqual(given);
  });

  test('the follower’s changes to its headers are not seen by the leader (#12)', async () => {
    const { one, other } = await callers();
    change(other);
    expect(seen(one)).toEqual(given);
  });

  test('a clone keeps the headers apart as well (#12)', async () => {
    const { one, other } = await callers();
    const clone = one.clone();
    change(clone);
    expect(seen(one)).toEqual(given);
    expect(seen(other)).toEqual(given);
  });

  // Without a body the leader may get the mock's response itself, as natively.
  const body = !!make().body;
  test.runIf(body)('no caller changes the mock’s own response (#12)', async () => {
    const { answer, one, other } = await callers();
    change(one);
    change(other);
    expect(seen(answer)).toEqual(given);
  });

  test.runIf(body)('callers that have their answer do not see later changes by the mock (#12)', async () => {
    const { answer, one, other } = await callers();
    change(answer);
    expect([seen(one), seen(other)]).toEqual([given, given]);
  });

  test('each caller has one Headers object, and it stays the same (#12)', async () => {
    const { one, other } = await callers();
    expect(one.headers).toBe(one.headers);
    expect(one.headers).not.toBe(other.headers);
    expect(one.headers).toBeInstanceOf(Headers);
  });
});

test('a caller that joins mid-body sees the headers as the mock sent them (#12)', async () => {
  const fetch = createFetch({ fetch: async () => kinds['with a streamed body']?.() as Response });
  const early = await fetch(url);
  await piece(readerOf(early));
  change(early);
  const late = await fetch(url);
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
  expect(seen(late)).toEqual(given);
});

test('a Blob has the type that the mock sent, whatever another caller did to its headers (#12)', async () => {
  const fetch = createFetch({ fetch: async () => new Response('answer', { headers: given }) });
  const [one, other] = await Promise.all([fetch(url), fetch(url)]);
  change(one);
  expect((await other.blob()).type).toBe('text/plain');
});

test('headers that a mock has defined are there for each caller, also those that no constructor takes (#12)', async () => {
  const cookies = [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-own', 'mine'],
  ] as [string, string][];
  const answer = new Response('answer');
  // So the fetch of Tauri shows cookies.
  Object.defineProperty(answer, 'headers', { value: new Headers(cookies) });
  const fetch = createFetch({ fetch: async () => answer });
  const [one, other] = await Promise.all([fetch(url), fetch(url)]);
  change(other);
  for (const response of [one, one.clone()]) expect([...response.headers]).toEqual(cookies);
  expect(other.headers.get('x-own')).toBe('changed');
  expect(await (await one.blob()).text()).toBe('answer');
});

test('the network’s headers cannot be changed, as natively', async () => {
  const fetch = createFetch();
  const { url } = resource();
  for (const response of await Promise.all([globalThis.fetch(url), fetch(url), fetch(url)]))
    expect(() => response.headers.set('x-own', 'changed')).toThrow(TypeError);
});
