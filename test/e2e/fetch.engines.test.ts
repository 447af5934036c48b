// The wrapped fetch in each engine, where engines differ: in odd answers, in other realms, in names.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, type Tab } from '../support/site.ts';

describe.each(engines)('the wrapped fetch in %s', (engine) => {
  let site: Site;
  let tab: Tab;
  beforeAll(async () => {
    site = await openSite(engine);
    tab = await (await site.visitor()).newPage();
    await tab.goto(`${site.origin}/page`);
  });
  afterAll(() => site?.close());

  const at = (query: Record<string, string | number> = {}) => resource(query, site.origin);

  /** Returns the answers of two callers of a wrapped fetch, and of a caller of the native one. */
  const outcomes = (url: string, init: RequestInit = {}) =>
    tab.evaluate(
      async (url, init) => {
        const see = (call: Promise<Response>) =>
          call.then(
            ({ status, statusText, type, redirected, url }) => ({
              status,
              statusText,
              type,
              redirected,
              url,
            }),
            (error: Error) => error.name,
          );
        const shared = coflight.createFetch();
        const native = await see(fetch(url, init));
        const [leader, follower] = await Promise.all([see(shared(url, init)), see(shared(url, init))]);
        return { native, leader, follower };
      },
      url,
      init,
    );

  test('hands out a redirect that is not followed, as natively (#12)', async () => {
    const { url } = at({ redirect: '/page' });
    const { native, leader, follower } = await outcomes(url, { redirect: 'manual' });
    expect(native).toMatchObject({ type: 'opaqueredirect', status: 0 });
    expect([leader, follower]).toEqual([native, native]);
  });

  test.each([
    'HTTP/1.1 099 Odd',
    'HTTP/1.1 77 Odd',
    'HTTP/1.1 600 Odd',
    'HTTP/1.1 999 Odd',
    'HTTP/1.1 200 O\x01d',
  ])('gives callers what the engine makes of %j (#12)', async (line) => {
    const { url } = at({ line, length: 1 });
    const { native, leader, follower } = await outcomes(url);
    expect([leader, follower]).toEqual([native, native]);
  });

  test('reads an odd status as natively, after the other caller has aborted in mid-body (#12)', async () => {
    const server = at({ line: 'HTTP/1.1 600 Odd', body: 'firstsecond', chunk: 5, gate: 'end', length: 1 });
    const texts = tab.evaluate(async (url) => {
      const shared = coflight.createFetch();
      const controller = new AbortController();
      const [one, other] = await Promise.all([shared(url, { signal: controller.signal }), shared(url)]);
      const mine = one.text().catch((error: unknown) => String(error));
      controller.abort('no longer wanted');
      return [await mine, await other.text()];
    }, server.url);
    await server.seen({ requests: 1 });
    await server.open('end');
    expect(await texts).toEqual(['no longer wanted', 'firstsecond']);
  });

  test('keeps apart two users whose Requests were made in an iframe (#12)', async () => {
    const server = at({ gate: 'headers' });
    const stats = await tab.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const theirs = frame.contentWindow as unknown as typeof globalThis;
      const shared = coflight.createFetch({ fetch: async () => new Response('answer') });
      for (const authorization of ['A', 'B', 'B'])
        void shared(new theirs.Request(url, { headers: { authorization } }));
      void shared(new theirs.Request(url, { method: 'POST', body: 'four' }));
      return shared.stats();
    }, server.url);
    expect(stats).toMatchObject({ launched: 2, joined: 1, bypassed: 1 });
  });

  test('sends a POST that was made in an iframe, with its body (#12)', async () => {
    const server = at();
    const text = await tab.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const theirs = frame.contentWindow as unknown as typeof globalThis;
      const shared = coflight.createFetch();
      return (await shared(new theirs.Request(url, { method: 'POST', body: 'four' }))).text();
    }, server.url);
    expect(text).toBe('ok');
    expect((await server.seen()).requests).toMatchObject([
      { method: 'POST', headers: { 'content-length': '4' } },
    ]);
  });

  test('answers through a wrapper that awaits a token, a GET and a POST (#12)', async () => {
    const server = at();
    const texts = await tab.evaluate(async (url) => {
      const native = globalThis.fetch;
      const shared = coflight.createFetch();
      let passes = 0;
      globalThis.fetch = async (input, init) => {
        if (++passes > 20) throw new Error('It loops.');
        return shared(input, { ...init, headers: { authorization: await Promise.resolve('token') } });
      };
      const turns = async (call: Promise<Response>) => {
        let text = 'pending';
        call
          .then((answer) => answer.text())
          .then(
            (it) => (text = it),
            (error) => (text = String(error)),
          );
        for (let turn = 0; turn < 100 && text === 'pending'; turn++) await native('/page');
        return text;
      };
      try {
        return [await turns(fetch(url)), await turns(fetch(url, { method: 'POST', body: 'four' }))];
      } finally {
        globalThis.fetch = native;
      }
    }, server.url);
    expect(texts).toEqual(['ok', 'ok']);
    const { requests } = await server.seen();
    expect(requests.map(({ method, headers }) => [method, headers.authorization])).toEqual([
      ['GET', 'token'],
      ['POST', 'token'],
    ]);
  });

  test('sends one request for a call that is aborted and made again in one turn (#12)', async () => {
    const server = at({ gate: 'headers' });
    const text = tab.evaluate(async (url) => {
      // WebKit runs microtasks in the midst of a script that WebDriver evaluates, not in the page's own tasks.
      await new Promise((resolve) => setTimeout(resolve));
      const shared = coflight.createFetch();
      const controller = new AbortController();
      const first = shared(url, { signal: controller.signal });
      controller.abort();
      const second = shared(url);
      const name = await first.catch((error: Error) => error.name);
      return [name, await (await second).text(), shared.stats().launched];
    }, server.url);
    await server.seen({ requests: 1 });
    await server.open('headers');
    expect(await text).toEqual(['AbortError', 'ok', 1]);
  });

  test('shows the class and the names that a native response shows (#12)', async () => {
    const { url } = at();
    const [native, wrapped] = await tab.evaluate(async (url) => {
      const see = (response: Response) => {
        const names: string[] = [];
        for (const name in response) names.push(name);
        return [response.constructor.name, response instanceof Response, String(response), names.sort()];
      };
      return [see(await fetch(url)), see(await coflight.createFetch()(url))];
    }, url);
    expect(wrapped).toEqual(native);
  });
});
