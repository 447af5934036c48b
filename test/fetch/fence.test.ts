// Law 12: read your own writes. Calls made after a write do not join a read from before or during it.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { resource } from '../support/resource.ts';

/** A network that answers at once, or fails. */
const answer = async () => new Response('answer');
const url = 'http://example.com/todos';

/** Reads, writes, reads again, all in one turn: whether the second read went its own way. */
function fenced(
  write: (fetch: ReturnType<typeof createFetch>) => unknown,
  options = {},
  read = url,
): boolean {
  const fetch = createFetch({ fetch: answer, ...options });
  void fetch(read);
  void write(fetch);
  void fetch(read);
  return fetch.stats().joined === 0;
}

describe('the beginning of a write', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'patch', 'delete', 'PURGE'])('fences with %s', (method) => {
    expect(fenced((fetch) => fetch(url, { method }))).toBe(true);
  });

  test.each(['GET', 'HEAD', 'OPTIONS', 'get', 'head', 'options'])(
    'is no call with the method %s',
    (method) => {
      expect(fenced((fetch) => fetch(url, { method }))).toBe(false);
    },
  );

  test('fences with a Request, with a body, and with coalesce: false', () => {
    expect(fenced((fetch) => fetch(new Request(url, { method: 'POST', body: 'text' })))).toBe(true);
    expect(fenced((fetch) => fetch(new Request(url), { method: 'POST' }))).toBe(true);
    expect(fenced((fetch) => fetch(url, { method: 'POST', coalesce: false }))).toBe(true);
  });

  test('fences with a request of another kind, such as that of `node-fetch`', () => {
    class OtherRequest {
      readonly #init: { readonly url: string; readonly method: string };
      constructor(init: { readonly url: string; readonly method: string }) {
        this.#init = init;
      }
      get url() {
        return this.#init.url;
      }
      get method() {
        return this.#init.method;
      }
    }
    const call = (to: string, method: string) => (fetch: ReturnType<typeof createFetch>) =>
      fetch(new OtherRequest({ url: to, method }) as unknown as Request);
    expect(fenced(call(url, 'POST'))).toBe(true);
    expect(fenced(call(url, 'GET'))).toBe(false);
    expect(fenced(call('http://example.org/todos', 'POST'))).toBe(false);
  });

  // Only the platform may convert it, because converting may run code of the page.
  test('fences every read when only the platform can tell its URL, such as that of a link', () => {
    const link = { toString: () => url } as unknown as URL;
    expect(fenced((fetch) => fetch(link, { method: 'POST' }))).toBe(true);
    expect(fenced((fetch) => fetch(link, { method: 'GET' }))).toBe(false);
    // Only a page has an address, which an empty URL names.
    const isEmptyKnown = 'document' in globalThis;
    expect(fenced((fetch) => fetch('', { method: 'POST' }))).toBe(!isEmptyKnown);
  });

  test('fences with a streamed body', () => {
    const body = new Blob(['text']).stream();
    expect(fenced((fetch) => fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit))).toBe(true);
  });

  test('does not affect callers that wait', async () => {
    const fetch = createFetch();
    const { url, open } = resource({ gate: 'headers' });
    const reads = [fetch(url), fetch(url)];
    const write = fetch(url, { method: 'POST' });
    await open('headers');
    await write;
    const [one, other] = await Promise.all(reads);
    expect(one?.headers.get('x-number')).toBe(other?.headers.get('x-number'));
    expect(await Promise.all([one?.text(), other?.text()])).toEqual(['ok', 'ok']);
  });
});

describe('the reads that a write fences', () => {
  const write = (to: string) => (fetch: ReturnType<typeof createFetch>) => fetch(to, { method: 'POST' });

  test('are those of its origin, also at its URL with another query or fragment', () => {
    expect(fenced(write(`${url}?draft=1#top`))).toBe(true);
    expect(fenced(write(url), {}, `${url}?page=2`)).toBe(true);
    expect(fenced(write(url), {}, `${url}#2`)).toBe(true);
  });

  test('are not those of another origin', () => {
    expect(fenced(write('http://example.org/todos'))).toBe(false);
  });

  test('are those that the option picks', () => {
    const fences = (write: Request, read: Request) =>
      write.method === 'POST' && read.url.startsWith(write.url);
    expect(fenced(write(url), { fences }, `${url}/7`)).toBe(true);
    expect(fenced((fetch) => fetch(url, { method: 'PUT' }), { fences }, `${url}/7`)).toBe(false);
    expect(fenced(write(url), { fences: () => false })).toBe(false);
  });
});

describe('a write whose last URL no Request takes', () => {
  test.each(['http://user:secret@example.com/done', 'http://['])(
    'is answered, and settles: %s',
    async (last) => {
      const redirected = async () => Object.defineProperty(new Response('done'), 'url', { value: last });
      const fetch = createFetch({ fetch: redirected });
      expect(await (await fetch(url, { method: 'POST' })).text()).toBe('done');
      expect(fetch.stats()).toMatchObject({ bypassed: 1, settled: 1, failed: 0, inFlight: 0 });
    },
  );

  test('fences the origin of that URL', async () => {
    const last = 'http://user:secret@example.org/done';
    const fetch = createFetch({
      fetch: async (_, init) =>
        init?.method ? Object.defineProperty(new Response(), 'url', { value: last }) : new Promise(() => {}),
    });
    const read = () => void fetch('http://example.org/todos').catch(() => {});
    read();
    await fetch(url, { method: 'POST' });
    read();
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });
});

describe('the end of a write', () => {
  /** A write under way, and a read that is launched during it. */
  async function during(query: Record<string, string> = {}, init: RequestInit = {}) {
    const fetch = createFetch();
    const server = resource({ gate: 'headers' });
    const write = fetch(`${server.url}&${new URLSearchParams(query)}`, { method: 'POST', ...init });
    // It may fail before a test asks how it has ended.
    write.catch(() => {});
    await server.seen({ requests: 1 });
    const read = fetch(server.url);
    const ends = async () => {
      const ended = await write.catch((error) => error);
      const again = fetch(server.url);
      const { launched } = fetch.stats();
      await server.open('headers');
      expect(await Promise.all([read, again].map(async (r) => (await r).text()))).toEqual(['ok', 'ok']);
      return { launched, ended };
    };
    return { fetch, server, write, ends };
  }

  test('fences reads that were launched during the write', async () => {
    const { server, ends } = await during();
    await server.open('headers1');
    expect(await ends()).toMatchObject({ launched: 2, ended: { status: 200 } });
  });

  test('fences by an answer that says it failed', async () => {
    const { server, ends } = await during({ status: '500' });
    await server.open('headers1');
    expect(await ends()).toMatchObject({ launched: 2, ended: { status: 500 } });
  });

  test('fences by an error', async () => {
    const { server, ends } = await during({ redirect: '/elsewhere' }, { redirect: 'error' });
    await server.open('headers1');
    const { launched, ended } = await ends();
    expect(ended).toBeInstanceOf(TypeError);
    expect(launched).toBe(2);
  });

  test('fences by an abort', async () => {
    const controller = new AbortController();
    const { ends } = await during({}, { signal: controller.signal });
    controller.abort('never mind');
    const { launched, ended } = await ends();
    expect(launched).toBe(2);
    // WebKitGTK does not pass the reason on.
    expect(inWebKit ? (ended as Error).name : ended).toBe(inWebKit ? 'AbortError' : 'never mind');
  });

  test('lets reads during it share among themselves', async () => {
    const { fetch, server, ends } = await during();
    const { url } = server;
    const other = fetch(url);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    await server.open('headers1');
    await ends();
    expect(await (await other).text()).toBe('ok');
  });
});

test('a write ends lingering', async () => {
  const fetch = createFetch({ linger: 60_000, fetch: answer });
  await (await fetch(url)).text();
  await fetch(url, { method: 'POST' });
  void fetch(url);
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
});
