import { beforeEach, describe, expect, test, vi } from 'vitest';
import { coalescer, open, sent } from '../support/open-coalescer.ts';
import { seen, told } from '../support/worker-scope.ts';

const ask = (path = '/me') => void coalescer.serve(seen(path)).catch(() => {});
/** Two callers that ask at once; returns how many requests they are. */
const requests = (path?: string) => {
  const before = sent.length;
  ask(path);
  ask(path);
  return sent.length - before;
};
const login = seen('/login?again', { method: 'POST' });
/** A write as messages name it: with the time at which it came to the worker. */
const atTime = ({ url, method }: Request, time: number) => ({ url, method, time });
const begin = (write = login, client = 'one', time = 0) =>
  coalescer.writes.begin(atTime(write, time), client);
const tell = (write = login, client = 'one', time = 0) => coalescer.writes.end(atTime(write, time), client);
const watch = (write = login, client = 'one', time = 0) =>
  coalescer.writes.watch(atTime(write, time), client);

describe('a write', () => {
  test('closes reads of its origin from before it to later calls', () => {
    ask();
    begin();
    ask();
    expect(sent).toHaveLength(2);
  });

  test('closes reads that are launched during it to later calls', () => {
    begin();
    expect(requests()).toBe(2);
  });

  test('fences nothing after its page has said that it is over', () => {
    begin();
    tell();
    expect(requests()).toBe(1);
  });

  test('closes reads from before its end to calls after it, also when it took long', () => {
    begin();
    vi.advanceTimersByTime(1001);
    ask();
    tell();
    ask();
    expect(sent).toHaveLength(2);
  });

  test('changes nothing at another origin', () => {
    ask('https://tiles.example/1');
    begin();
    ask('https://tiles.example/1');
    expect(sent).toHaveLength(1);
  });

  test('closes reads of the origin to which it was redirected to calls after it, and goes on at its own (#19)', () => {
    const time = Date.now();
    ask('https://tiles.example/1');
    begin(login, 'one', time);
    tell(seen('https://tiles.example/login', { method: 'POST' }), 'one', time);
    ask('https://tiles.example/1');
    expect(sent).toHaveLength(2);
    expect(requests()).toBe(2);
  });

  test.each([
    ['another client', () => tell(login, 'two')],
    ['another URL', () => tell(seen('/logout', { method: 'POST' }))],
    ['another method', () => tell(seen('/login?again', { method: 'PUT' }))],
  ])('is not over when %s has told of one', (_, tell) => {
    begin();
    tell();
    expect(requests()).toBe(2);
  });
});

describe('a write whose page says that it will report the end (#19)', () => {
  test('closes reads that are launched during it to later calls, also when it takes long', () => {
    begin();
    watch();
    vi.advanceTimersByTime(59_999);
    expect(requests()).toBe(2);
    tell();
    expect(requests()).toBe(1);
  });

  test('closes reads that were launched before the page said so', () => {
    begin();
    vi.advanceTimersByTime(1001);
    ask();
    watch();
    ask();
    expect(sent).toHaveLength(2);
  });

  test('does not count against its page', () => {
    begin();
    watch();
    vi.advanceTimersByTime(1001);
    begin(seen('/other', { method: 'POST' }));
    vi.advanceTimersByTime(900);
    tell();
    expect(requests()).toBe(2);
  });

  test('is over after a minute at most', () => {
    begin();
    watch();
    vi.advanceTimersByTime(60_001);
    expect(requests()).toBe(1);
  });

  test('fences its origin no longer when its page has been closed for a second', () => {
    begin();
    watch();
    vi.advanceTimersByTime(1001);
    expect(requests()).toBe(2);
    coalescer.clientClosed('one');
    expect(requests()).toBe(1);
  });

  test.each([
    ['another client', () => watch(login, 'two')],
    ['another URL', () => watch(seen('/logout', { method: 'POST' }))],
    ['another time', () => watch(login, 'one', 7)],
  ])('is no write of %s', (_, watchOther) => {
    begin(login, 'one', Date.now());
    watchOther();
    vi.advanceTimersByTime(1001);
    expect(requests()).toBe(1);
  });
});

describe('two equal writes at once (#19)', () => {
  const time = () => Date.now();

  test('are over when the page has reported both', () => {
    for (const _ of [1, 2]) begin();
    tell();
    expect(requests()).toBe(2);
    tell();
    expect(requests()).toBe(1);
  });

  test('are told apart by their times', () => {
    const [slow, quick] = [time(), time() + 1];
    for (const each of [slow, quick]) begin(login, 'one', each);
    watch(login, 'one', slow);
    tell(login, 'one', quick);
    vi.advanceTimersByTime(1001);
    expect(requests()).toBe(2);
    tell(login, 'one', slow);
    expect(requests()).toBe(1);
  });

  test('count once when their page reports no end', () => {
    begin();
    vi.advanceTimersByTime(1001);
    begin();
    tell();
    expect(requests('/login')).toBe(1);
  });
});

describe('a write whose end no page reports', () => {
  test('keeps its origin apart for a second, and then its own resource alone', () => {
    begin();
    vi.advanceTimersByTime(1001);
    expect(requests()).toBe(1);
    expect(requests('/login')).toBe(2);
  });

  test('keeps its own resource apart for a minute', () => {
    begin();
    vi.advanceTimersByTime(60_001);
    expect(requests('/login')).toBe(1);
  });

  test('keeps its origin apart for no time when no page has sent it', () => {
    begin(login, '');
    expect(requests()).toBe(1);
    expect(requests('/login')).toBe(2);
  });

  test('does not fence its origin when its page has not reported the last one either', () => {
    begin();
    vi.advanceTimersByTime(1001);
    begin();
    expect(requests()).toBe(1);
    ask('/other');
    begin();
    ask('/other');
    expect(sent).toHaveLength(3);
  });

  test('does not count against another page', () => {
    begin();
    vi.advanceTimersByTime(1001);
    begin(login, 'two');
    expect(requests()).toBe(2);
  });

  test('counts against its page for twenty seconds, or until the page reports a write', () => {
    begin();
    vi.advanceTimersByTime(20_001);
    begin();
    expect(requests()).toBe(2);
    vi.advanceTimersByTime(1001);
    tell();
    begin();
    expect(requests()).toBe(2);
  });
});

test('the option `fences` narrows the reads that a write fences', () => {
  open({ fences: (write, read) => read.url.startsWith(write.url.replace(/\?.*/, '')) });
  ask('/login/7');
  ask('/me');
  begin();
  ask('/login/7');
  ask('/me');
  expect(sent.map(({ request }) => new URL(request.url).pathname)).toEqual(['/login/7', '/me', '/login/7']);
});

describe('the pages of other clients', () => {
  beforeEach(() => void told.splice(0));
  const askOf = (clientId: string, path = '/me') =>
    void coalescer.serve(seen(path), { clientId }).catch(() => {});
  /** What the pages have been told, by page. */
  const messages = async () => {
    await vi.advanceTimersByTimeAsync(0);
    const all = told.splice(0).map(({ page, message }) => [page, message]);
    return Object.fromEntries(all);
  };
  const closed = (...paths: string[]) => ({
    type: 'coflight:closed',
    urls: paths.map((path) => `https://map.example${path}`),
  });

  test('are told which of their reads a write fences, when it begins and when it ends', async () => {
    askOf('one', '/a');
    askOf('two', '/a');
    askOf('two', '/b');
    askOf('two', 'https://tiles.example/1');
    askOf('three', 'https://tiles.example/1');
    askOf('three', '/c');
    begin();
    expect(await messages()).toEqual({ two: closed('/a', '/b'), three: closed('/c') });
    tell();
    expect(await messages()).toEqual({ two: closed('/a', '/b'), three: closed('/c') });
  });

  test('are told of a read that they launch during a write, which no one may join', async () => {
    begin();
    askOf('one');
    askOf('two');
    expect(await messages()).toEqual({ two: closed('/me') });
    tell();
    askOf('two');
    expect(await messages()).toEqual({ two: closed('/me') });
    askOf('two');
    expect(await messages()).toEqual({});
  });

  test('are told of reads from before the end of a form', async () => {
    begin(login, 'form two');
    await messages();
    askOf('two');
    await messages();
    coalescer.writes.opened('form two');
    expect(await messages()).toEqual({ two: closed('/me') });
  });

  test('are told what another page forgets', async () => {
    for (const client of ['one', 'two']) for (const path of ['/a', '/b']) askOf(client, path);
    coalescer.forget('https://map.example/b', 'one');
    expect(await messages()).toEqual({ two: closed('/b') });
    coalescer.forget(undefined, 'one');
    expect(await messages()).toEqual({ two: closed('/a', '/b') });
  });

  test('are told of a body that has arrived, for 20 s after a busy page may have got its headers', async () => {
    askOf('two');
    sent[0]?.resolve(new Response('ok'));
    await vi.advanceTimersByTimeAsync(30_000);
    begin();
    expect(await messages()).toEqual({ two: closed('/me') });
    await vi.advanceTimersByTimeAsync(1);
    tell();
    expect(await messages()).toEqual({});
  });

  test('are told of a read that may not use the shared answer', async () => {
    for (const client of ['one', 'two']) askOf(client);
    sent[0]?.resolve(new Response('ok', { headers: { vary: '*' } }));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(2);
    begin();
    expect(await messages()).toEqual({ two: closed('/me') });
    sent[1]?.resolve(new Response('ok'));
    await vi.advanceTimersByTimeAsync(5_000);
    tell();
    expect(await messages()).toEqual({ two: closed('/me') });
  });

  test('are told of a read that must not be shared, before a write and during it', async () => {
    const pass = (path: string, init: RequestInit = {}) =>
      void coalescer.pass(seen(path, init), { clientId: 'two' });
    pass('/a', { cache: 'no-store' });
    pass('/b', { method: 'POST' });
    begin();
    expect(await messages()).toEqual({ two: closed('/a') });
    pass('/c', { cache: 'no-store' });
    pass('/d', { method: 'POST' });
    expect(await messages()).toEqual({ two: closed('/c') });
    tell();
    expect(await messages()).toEqual({ two: closed('/a', '/c') });
  });

  test('are told once of reads that look the same', async () => {
    for (const _ of [1, 2]) askOf('two');
    begin();
    expect(await messages()).toEqual({ two: closed('/me') });
  });

  test('are told at once that no one may join the oldest of a thousand reads, a hundred of them in one message', async () => {
    for (let at = 0; at < 1_000; at++) askOf('two', `/${at}`);
    expect(await messages()).toEqual({});
    askOf('two', '/last');
    const oldest = Array.from({ length: 100 }, (_, at) => `/${at}`);
    expect(await messages()).toEqual({ two: closed(...oldest) });
    for (let at = 0; at < 99; at++) askOf('two', `/later/${at}`);
    expect(await messages()).toEqual({});
    coalescer.forget('https://map.example/99', 'one');
    expect(await messages()).toEqual({});
    coalescer.forget('https://map.example/100', 'one');
    expect(await messages()).toEqual({ two: closed('/100') });
  });

  test('are told nothing of reads that no one can join any more, however many there were', async () => {
    for (let at = 0; at < 1_000; at++) askOf('two', `/${at}`);
    for (const [at, { resolve, reject }] of sent.entries())
      if (at) resolve(new Response('ok'));
      else reject(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(30_001);
    askOf('two', '/last');
    expect(await messages()).toEqual({});
    begin();
    expect(await messages()).toEqual({ two: closed('/last') });
  });

  test('are told nothing while a thousand of their reads can be joined', async () => {
    for (let at = 0; at < 1_000; at++) askOf('two', `/${at}`);
    sent[0]?.resolve(new Response('ok'));
    await vi.advanceTimersByTimeAsync(30_001);
    askOf('two', '/last');
    expect(await messages()).toEqual({});
  });

  test('are told nothing of an image, which no script shares', async () => {
    void coalescer.serve(seen('/a.png', { destination: 'image' }), { clientId: 'two' }).catch(() => {});
    begin();
    expect(await messages()).toEqual({});
  });

  test('are told nothing when they are workers, or unknown', async () => {
    askOf('a worker');
    askOf('');
    begin();
    expect(await messages()).toEqual({});
  });
});
