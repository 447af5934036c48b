// Law 6: objects of an iframe mean the same as objects of the page. `instanceof` recognises its own realm alone.

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { soFar } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

type Realm = typeof globalThis;

/** The realm of an iframe. */
let theirs: Realm;

beforeAll(() => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  theirs = frame.contentWindow as unknown as Realm;
  return () => frame.remove();
});

/** A gated resource: calls made in one turn overlap. */
function gated(query: Record<string, string> = {}) {
  const server = resource({ gate: 'headers', ...query });
  onTestFinished(() => server.open('headers'));
  return server;
}

const reason = { why: 'no longer wanted' };

test('an iframe has a Request that is no instance of the page’s', () => {
  expect(new theirs.Request('http://example.com/')).not.toBeInstanceOf(Request);
});

describe('a Request of another realm', () => {
  test('does not share an answer with one of another Authorization (#12)', async () => {
    const fetch = createFetch();
    const { url, open, seen } = gated();
    // The browser's cache would make one wait for the other.
    const calls = ['A', 'B'].map((authorization) =>
      fetch(new theirs.Request(url, { headers: { authorization }, cache: 'no-store' })),
    );
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0, bypassed: 0 });
    const { requests } = await seen({ requests: 2 });
    await open('headers');
    const answers = await Promise.all(calls);
    expect(requests.map(({ headers }) => headers.authorization).sort()).toEqual(['A', 'B']);
    // Each caller has the answer to its own request.
    for (const [at, answer] of answers.entries()) {
      const number = Number(answer.headers.get('x-number')) - 1;
      expect(requests[number]?.headers.authorization).toBe('AB'[at]);
    }
  });

  test('is the same request as the string and the page’s own Request (#12)', async () => {
    const fetch = createFetch();
    const { url, open, hits } = gated();
    const headers = { 'x-one': '1' };
    const calls = [
      fetch(url, { headers }),
      fetch(new Request(url, { headers })),
      fetch(new theirs.Request(url, { headers })),
    ];
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 2, bypassed: 0 });
    await open('headers');
    for (const answer of await Promise.all(calls)) expect(await answer.text()).toBe('ok');
    expect(await hits()).toBe(1);
  });

  test('is sent as a POST where it is one, though it has no body (#12)', async () => {
    const fetch = createFetch();
    const { url, open, seen } = gated();
    const calls = [fetch(url), fetch(new theirs.Request(url, { method: 'POST' }))];
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 0, bypassed: 1 });
    await open('headers');
    await Promise.all(calls);
    expect((await seen()).requests.map(({ method }) => method).sort()).toEqual(['GET', 'POST']);
  });

  test('is sent with its body (#12)', async () => {
    const fetch = createFetch();
    const { url, seen } = resource();
    const request = new theirs.Request(url, { method: 'POST', body: 'four' });
    expect(await (await fetch(request)).text()).toBe('ok');
    expect((await seen()).requests).toMatchObject([{ method: 'POST', headers: { 'content-length': '4' } }]);
    expect(request.bodyUsed).toBe(true);
  });

  test('fences reads from before, as any write does (#12)', async () => {
    const fetch = createFetch();
    const { url, open } = gated();
    const calls = [fetch(url), fetch(new theirs.Request(url, { method: 'POST' })), fetch(url)];
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0, bypassed: 1 });
    await open('headers');
    await Promise.all(calls);
  });

  test('is aborted by its own signal, and the other caller is not (#12)', async () => {
    const fetch = createFetch();
    const { url, open } = gated();
    const controller = new theirs.AbortController();
    const one = fetch(new theirs.Request(url, { signal: controller.signal }));
    const other = fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    controller.abort(reason);
    await expect(soFar(one)).rejects.toBe(reason);
    await open('headers');
    expect(await (await other).text()).toBe('ok');
  });

  test('A Request of another realm that was aborted before the call sends nothing (#12)', async () => {
    const fetch = createFetch();
    const { url, hits } = resource();
    const request = new theirs.Request(url, { signal: theirs.AbortSignal.abort(reason) });
    await expect(soFar(fetch(request))).rejects.toBe(reason);
    expect(fetch.stats()).toMatchObject({ launched: 0, bypassed: 0 });
    expect(await hits()).toBe(0);
  });

  test.each<[string, RequestInit, RequestInit]>([
    ['credentials', { credentials: 'omit' }, { credentials: 'include' }],
    ['mode', { mode: 'cors' }, { mode: 'no-cors' }],
    ['cache', { cache: 'default' }, { cache: 'reload' }],
    ['redirect', { redirect: 'follow' }, { redirect: 'error' }],
    ['referrer', { referrer: '' }, { referrer: location.href }],
    ['integrity', { integrity: '' }, { integrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' }],
  ])('is apart from one of another %s (#12)', (_, one, other) => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    const url = 'http://example.com/';
    void fetch(new theirs.Request(url, one));
    void fetch(new theirs.Request(url, other));
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0, bypassed: 0 });
  });

  test('A Request of another realm that says keepalive or only-if-cached is not shared (#12)', async () => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    const url = `${location.origin}/`;
    const inits: RequestInit[] = [{ keepalive: true }, { cache: 'only-if-cached', mode: 'same-origin' }];
    for (const init of inits) await fetch(new theirs.Request(url, init));
    expect(fetch.stats()).toMatchObject({ launched: 0, bypassed: 2 });
  });

  test('is forgotten by its URL, and forgets by it', () => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    const url = 'http://example.com/';
    void fetch(url);
    fetch.forget(new theirs.Request(`${url}other`));
    void fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    fetch.forget(new theirs.Request(url));
    void fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 1 });
  });
});

describe('beside a string,', () => {
  test('a signal of another realm aborts its own call alone (#12)', async () => {
    const fetch = createFetch();
    const { url, open } = gated();
    const controller = new theirs.AbortController();
    const one = fetch(url, { signal: controller.signal });
    const other = fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, bypassed: 0 });
    controller.abort(reason);
    await expect(soFar(one)).rejects.toBe(reason);
    await open('headers');
    expect(await (await other).text()).toBe('ok');
  });

  test('Headers of another realm are the headers that they hold', () => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    const url = 'http://example.com/';
    void fetch(url, { headers: new theirs.Headers({ 'x-one': '1' }) });
    void fetch(url, { headers: { 'x-one': '1' } });
    void fetch(url, { headers: new theirs.Headers({ 'x-one': '2' }) });
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 1, bypassed: 0 });
  });

  test('a URL of another realm is the URL that it says', () => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    const url = 'http://example.com/';
    void fetch(url);
    void fetch(new theirs.URL(url));
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, bypassed: 0 });
  });
});

test('a Request of a removed iframe is sent as it is (#12)', async () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const gone = frame.contentWindow as unknown as Realm;
  const { url, seen } = resource();
  const request = new gone.Request(url, { headers: { authorization: 'A' } });
  frame.remove();
  const native = await globalThis.fetch(request.clone()).then(
    (answer) => answer.status,
    () => 'error',
  );
  const wrapped = await createFetch()(request).then(
    (answer) => answer.status,
    () => 'error',
  );
  expect(wrapped).toBe(native);
  for (const { headers } of (await seen()).requests) expect(headers.authorization).toBe('A');
});
