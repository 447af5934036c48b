// Law 12: a write fences its whole origin. A POST to /login changes the answer of GET /me.

import { describe, expect, inject, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network } from '../support/network.ts';
import { resource } from '../support/resource.ts';

const origin = 'http://coflight.test';
const answer = async () => new Response('answer');
type Options = Parameters<typeof createFetch>[0];

/** Whether a read that was in flight before a write is not joined after the write began. */
function fences(write: string, read: string, options: Options = {}, init: RequestInit = { method: 'POST' }) {
  const fetch = createFetch({ fetch: answer, ...options });
  void fetch(read);
  void fetch(write, init);
  void fetch(read);
  return fetch.stats().joined === 0;
}

describe('a write', () => {
  test.each([
    ['a POST to /login', '/login', '/me'],
    ['a DELETE of an item', '/todos/7', '/todos'],
    ['a write to a list', '/todos', '/todos/7'],
    ['a write to GraphQL', '/graphql', '/graphql?query={me}'],
    ['a write to the root', '/', '/a/b/c?d=e#f'],
  ])('fences every read of its origin: %s (#12)', (_, write, read) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'])
      expect(fences(origin + write, origin + read, {}, { method })).toBe(true);
  });

  test('fences every read when a `key` may let a read of one origin answer a call for another one', () => {
    const key = ({ method }: Request) => method;
    expect(fences('http://b.tiles.test/edit', 'http://a.tiles.test/1', { key })).toBe(true);
    expect(fences('http://b.tiles.test/edit', 'http://a.tiles.test/1', { key, fences: () => false })).toBe(
      false,
    );
  });

  test.each([
    ['another host', 'http://other.test/me'],
    ['a subdomain', 'http://www.coflight.test/me'],
    ['another port', 'http://coflight.test:8080/me'],
    ['another scheme', 'https://coflight.test/me'],
    ['a host that begins with its host', 'http://coflight.test.example/me'],
  ])('fences no other origin: %s', (_, read) => {
    expect(fences(`${origin}/login`, read)).toBe(false);
  });

  test.each([
    ['its default port written out', 'http://coflight.test:80/me'],
    ['upper case', 'HTTP://COFLIGHT.TEST/me'],
  ])('fences its origin however it is written: with %s (#12)', (_, write) => {
    expect(fences(write, `${origin}/me`)).toBe(true);
  });

  test('fences a lingering answer of its origin (#12)', async () => {
    const fetch = createFetch({ fetch: answer, linger: 60_000 });
    await (await fetch(`${origin}/me`)).text();
    await fetch(`${origin}/login`, { method: 'POST' });
    void fetch(`${origin}/me`);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });

  test('A write that is a Request fences its origin (#12)', () => {
    const fetch = createFetch({ fetch: answer });
    void fetch(`${origin}/me`);
    void fetch(new Request(`${origin}/login`, { method: 'POST', body: 'user' }));
    void fetch(`${origin}/me`);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });

  // The body of the init replaces that of the Request. (Fetch, "new Request(input, init)")
  test('A write that is a used Request with another body fences its origin, and counts as a call', async () => {
    const fetch = createFetch({ fetch: answer });
    const request = new Request(`${origin}/login`, { method: 'POST', body: 'user' });
    await request.text();
    void fetch(`${origin}/me`);
    void fetch(request, { body: 'another user' });
    void fetch(`${origin}/me`);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0, calls: 3 });
  });

  test('is not a GET or a HEAD that is not shared', () => {
    for (const method of ['GET', 'HEAD'])
      expect(fences(`${origin}/login`, `${origin}/me`, {}, { method, coalesce: false } as RequestInit)).toBe(
        false,
      );
  });
});

describe('the option `fences`', () => {
  const samePath = (write: Request, read: Request) =>
    new URL(write.url).pathname === new URL(read.url).pathname;

  test('narrows the reads that a write fences', () => {
    expect(fences(`${origin}/login`, `${origin}/me`, { fences: samePath })).toBe(false);
    expect(fences(`${origin}/me?a=b`, `${origin}/me`, { fences: samePath })).toBe(true);
    expect(fences(`${origin}/me`, `${origin}/me`, { fences: () => false })).toBe(false);
  });

  test('is asked when the write begins and when it has ended, and no more', async () => {
    const login = `${origin}/login`;
    const network = async (input: RequestInfo | URL) =>
      input === login
        ? Object.defineProperty(new Response(), 'url', { value: login })
        : new Promise<Response>(() => {});
    let asked = 0;
    const fetch = createFetch({ fetch: network, fences: () => !++asked });
    void fetch(`${origin}/me`);
    const write = fetch(login, { method: 'POST' });
    expect(asked).toBe(1);
    await write;
    expect(asked).toBe(2);
  });

  test('is asked with the write and the read', () => {
    const asked: string[] = [];
    const fencesAll = (write: Request, read: Request) => {
      asked.push(`${write.method} ${write.url} ${read.method} ${read.url}`);
      return true;
    };
    expect(fences(`${origin}/login`, `${origin}/me`, { fences: fencesAll })).toBe(true);
    expect(asked).toContain(`POST ${origin}/login GET ${origin}/me`);
  });
});

describe('the end of a write', () => {
  test('fences reads of its origin that were launched during it (#12)', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const write = fetch(`${origin}/login`, { method: 'POST' });
    void fetch(`${origin}/me`);
    network.sent[0]?.answer();
    await write;
    void fetch(`${origin}/me`);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });

  test.each(['a failure', 'an abort'])('fences its origin also by %s (#12)', async (how) => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const controller = new AbortController();
    const write = fetch(`${origin}/login`, { method: 'POST', signal: controller.signal });
    void fetch(`${origin}/me`);
    if (how === 'an abort') controller.abort();
    else network.sent[0]?.fail(new TypeError('no network'));
    await write.catch(() => {});
    void fetch(`${origin}/me`);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });

  test.each<[string, (signal: AbortSignal) => [string | Request, RequestInit?]]>([
    ['init', (signal) => [`${origin}/login`, { method: 'POST', signal }]],
    ['Request', (signal) => [new Request(`${origin}/login`, { method: 'POST', signal })]],
  ])('fences its origin in the turn in which the signal of its %s aborts', (_, write) => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const controller = new AbortController();
    fetch(...write(controller.signal)).catch(() => {});
    void fetch(`${origin}/me`);
    controller.abort();
    void fetch(`${origin}/me`);
    expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
  });

  test('with a signal that is none rejects with the error of the platform', async () => {
    const init = { method: 'POST', signal: {} as AbortSignal };
    const native = await globalThis.fetch(origin, init).catch((error) => error);
    const wrapped = await createFetch()(origin, init).catch((error) => error);
    expect([wrapped, wrapped.message]).toEqual([expect.any(TypeError), native.message]);
  });

  test('leaves no listener on its signal', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    for (let call = 0; call < 3; call++) await fetch(origin, { method: 'POST', signal });
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });

  test.each<[string, string, RequestInit]>([
    ['a call that is not shared', '/me', { coalesce: false } as RequestInit],
    ['a call that is invalid', '/me', { mode: 'nonsense' as RequestMode }],
    ['a write to another origin', 'http://other.test/login', { method: 'POST' }],
  ])('is not the end of %s', async (_, target, init) => {
    const network = async (_: unknown, init?: RequestInit) =>
      init?.cache ? new Promise<Response>(() => {}) : new Response();
    const fetch = createFetch({ fetch: network });
    const read = () => void fetch(`${origin}/me`, { cache: 'reload' });
    read();
    await fetch(new URL(target, origin), init);
    read();
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
  });

  /** A write that the server redirects to another origin, and reads of that origin before and after it. */
  async function redirected(options: Options = {}) {
    const fetch = createFetch(options);
    const there = inject('origin').replace('127.0.0.1', 'localhost');
    const target = resource({}, there);
    const read = resource({ gate: 'headers' }, there);
    const write = resource({ redirect: target.url, gate: 'headers' });
    const writing = fetch(write.url, { method: 'POST' });
    await write.seen({ requests: 1 });
    const before = fetch(read.url);
    await write.open('headers');
    const answer = await writing;
    expect([answer.redirected, new URL(answer.url).host]).toEqual([true, new URL(there).host]);
    const after = fetch(read.url);
    const { launched, joined } = fetch.stats();
    await read.open('headers');
    for (const one of await Promise.all([before, after])) expect(await one.text()).toBe('ok');
    return { launched, joined, target: target.url };
  }

  test('fences the origin to which the write was redirected (#12)', async () => {
    expect(await redirected()).toMatchObject({ launched: 2, joined: 0 });
  });

  test('leaves a redirected write to `fences` as well', async () => {
    const writes: string[] = [];
    const fences = ({ method, url }: Request) => {
      writes.push(`${method} ${url}`);
      return false;
    };
    const { target, ...counts } = await redirected({ fences });
    expect(counts).toEqual({ launched: 1, joined: 1 });
    expect(writes.at(-1)).toBe(`POST ${target}`);
  });
});
