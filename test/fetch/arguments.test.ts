// Law 6: a call is fixed when it is made. Callers reuse their `Headers`, `URL` and init objects.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { deferred } from '../support/deferred.ts';
import { Network } from '../support/network.ts';
import { resource } from '../support/resource.ts';

type Fetch = typeof globalThis.fetch;
type Call = readonly [input: RequestInfo | URL, init?: RequestInit];

/** One and the same call, and a change that its caller makes to it afterwards: from user A to B, from page 1 to 2. */
interface Reused {
  readonly call: Call;
  readonly change: () => void;
}

const A = { authorization: 'A' };

/** The objects that callers reuse, by name. */
const reused: Readonly<Record<string, (url: string) => Reused>> = {
  'a Headers object': (url) => {
    const headers = new Headers(A);
    return { call: [url, { headers }], change: () => headers.set('authorization', 'B') };
  },
  'an object of headers': (url) => {
    const headers = { ...A };
    return { call: [url, { headers }], change: () => void Object.assign(headers, { authorization: 'B' }) };
  },
  'an array of headers': (url) => {
    const pair: [string, string] = ['authorization', 'A'];
    return { call: [url, { headers: [pair] }], change: () => void (pair[1] = 'B') };
  },
  'the value of a header': (url) => {
    const users = ['A'];
    const headers = { authorization: users as never };
    return { call: [url, { headers }], change: () => void (users[0] = 'B') };
  },
  'the value in an array of headers': (url) => {
    const users = ['A'];
    const pair: [string, string] = ['authorization', users as never];
    return { call: [url, { headers: [pair] }], change: () => void (users[0] = 'B') };
  },
  'an init object': (url) => {
    const init: RequestInit = { headers: A };
    return { call: [url, init], change: () => void (init.headers = { authorization: 'B' }) };
  },
  'the headers of a Request': (url) => {
    const request = new Request(url, { headers: A });
    return { call: [request], change: () => request.headers.set('authorization', 'B') };
  },
  'a Request beside an init': (url) => {
    const request = new Request(url, { headers: A });
    return { call: [request, { priority: 'high' }], change: () => request.headers.set('authorization', 'B') };
  },
};
const kinds = Object.entries(reused);

/** A network that answers with the `Authorization` that it was sent, when the test says so. */
function echo() {
  const network = new Network();
  const answer = (at: number) => {
    const sent = network.sent[at];
    sent?.answer({ headers: { vary: 'x-trace' } });
    sent?.arrive(new TextEncoder().encode(sent.headers.get('authorization') ?? 'nobody'));
    sent?.end();
  };
  return { network, answer };
}

const url = 'http://coflight.test/me';

afterEach(() => {
  vi.useRealTimers();
});

/** A caller waits until the unread body has arrived, however long a busy machine takes. */
const waitForUnreadBodies = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe.each(kinds)('a call whose caller changes %s afterwards', (_, make) => {
  test('goes out as it was made when it comes behind an unread body (#12)', async () => {
    waitForUnreadBodies();
    const fetch = createFetch();
    const { url, seen } = resource();
    const { call, change } = make(url);
    await fetch(...call);
    const later = fetch(...call);
    change();
    expect(await (await later).text()).toBe('ok');
    const { requests } = await seen();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['A', 'A']);
  });

  test('goes out as it was made after its leaderTimeout (#12)', async () => {
    const { network, answer } = echo();
    const fetch = createFetch({ fetch: network.fetch, leaderTimeout: 1 });
    const { call, change } = make(url);
    const leader = fetch(...call);
    const follower = fetch(...call);
    change();
    await expect.poll(() => network.sent.length).toBe(2);
    answer(1);
    expect(await (await follower).text()).toBe('A');
    answer(0);
    expect(await (await leader).text()).toBe('A');
  });

  test('goes out as it was made when the answer varies (#12)', async () => {
    const { network, answer } = echo();
    const fetch = createFetch({ fetch: network.fetch, ignoreHeaders: ['x-trace'] });
    const { call, change } = make(url);
    const leader = fetch(url, { headers: { ...A, 'x-trace': 'another' } });
    const follower = fetch(...call);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    change();
    answer(0);
    await leader;
    await expect.poll(() => network.sent.length).toBe(2);
    answer(1);
    expect(await (await follower).text()).toBe('A');
  });

  test('goes out as it was made through a fetch that reads its init later (#12)', async () => {
    const { network, answer } = echo();
    const ready = deferred();
    const late: Fetch = async (input, init) => {
      await ready.promise;
      return network.fetch(input, init);
    };
    const fetch = createFetch({ fetch: late });
    const { call, change } = make(url);
    const leader = fetch(...call);
    change();
    ready.resolve();
    await expect.poll(() => network.sent.length).toBe(1);
    answer(0);
    expect(await (await leader).text()).toBe('A');
  });
});

test('a third caller that asks as A reads no data of B (#12)', async () => {
  const { network, answer } = echo();
  const fetch = createFetch({ fetch: network.fetch, leaderTimeout: 1 });
  const headers = new Headers(A);
  const [first, second] = [fetch(url, { headers }), fetch(url, { headers })];
  headers.set('authorization', 'B');
  await expect.poll(() => network.sent.length).toBe(2);
  const third = fetch(url, { headers: A });
  answer(0);
  answer(1);
  const texts = await Promise.all([first, second, third].map(async (call) => (await call).text()));
  expect(texts).toEqual(['A', 'A', 'A']);
});

describe('a URL object in a pagination loop', () => {
  /** The page that a URL names. */
  const pageOf = (url: string) => new URL(url).searchParams.get('page');

  test('is read when the call is made, also behind an unread body (#12)', async () => {
    waitForUnreadBodies();
    const fetch = createFetch();
    const { url, seen } = resource();
    const at = new URL(url);
    at.searchParams.set('page', '1');
    await fetch(at);
    const again = fetch(at);
    at.searchParams.set('page', '2');
    expect(await (await again).text()).toBe('ok');
    const { requests } = await seen();
    expect(requests.map(({ url }) => pageOf(`http://localhost${url}`))).toEqual(['1', '1']);
  });

  test('is read when the call is made, also after its leaderTimeout (#12)', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch, leaderTimeout: 1 });
    const at = new URL(`${url}?page=1`);
    const calls = [fetch(at), fetch(at)];
    at.searchParams.set('page', '2');
    await expect.poll(() => network.sent.length).toBe(2);
    for (const sent of network.sent) {
      sent.answer();
      sent.end();
    }
    await Promise.all(calls);
    expect(network.sent.map(({ url }) => pageOf(url))).toEqual(['1', '1']);
  });

  test('is read when the call is made, also by a fetch that reads it later (#12)', async () => {
    const ready = deferred();
    const asked: string[] = [];
    const late: Fetch = async (input) => {
      await ready.promise;
      asked.push(String(input));
      return new Response();
    };
    const fetch = createFetch({ fetch: late });
    const at = new URL(`${url}?page=1`);
    const calls = [];
    for (let page = 1; page <= 3; page++) {
      at.searchParams.set('page', String(page));
      calls.push(fetch(at));
    }
    ready.resolve();
    await Promise.all(calls);
    expect(asked.map(pageOf)).toEqual(['1', '2', '3']);
  });
});

describe('each member of an init', () => {
  /** An init that records each read of a member. */
  function watched(members: Record<string, unknown>) {
    const reads: string[] = [];
    const init = {};
    for (const [name, value] of Object.entries(members)) {
      const get = () => {
        reads.push(name);
        return value;
      };
      Object.defineProperty(init, name, { enumerable: true, get });
    }
    return { init: init as RequestInit, reads };
  }

  test('is read once, as natively (#12)', async () => {
    const { init, reads } = watched({ method: 'GET', headers: { 'x-one': '1' }, mode: 'cors', signal: null });
    const { url } = resource();
    await (await createFetch()(url, init)).text();
    expect(reads.sort()).toEqual(['headers', 'method', 'mode', 'signal']);
  });

  test('is read from a Proxy that lists no members, as natively', async () => {
    const echo: Fetch = async (input, init) => {
      const { method, headers } = new Request(input, init);
      return new Response(`${method} ${headers.get('authorization')}`);
    };
    const sent = async (members: RequestInit) => {
      const lazy = new Proxy<RequestInit>({}, { get: (_, name) => members[name as keyof RequestInit] });
      return (await createFetch({ fetch: echo })(url, lazy)).text();
    };
    expect(await sent({ method: 'POST' })).toBe('POST null');
    expect(await sent({ headers: A })).toBe('GET A');
  });

  test('Each member of an init that is an object becomes a text once, when the call is made, as natively', async () => {
    const { network, answer } = echo();
    const ready = deferred();
    const texts: unknown[] = [];
    const late: Fetch = async (input, init) => {
      await ready.promise;
      texts.push(init?.headers, init?.referrer, init?.cache);
      return network.fetch(input, init);
    };
    const toText = vi.fn((value: string) => value);
    const text = (value: string) => ({ toString: () => toText(value) }) as never;
    const at = new URL('/one', url);
    const init = { headers: { authorization: text('A') }, cache: text('no-store'), referrer: at as never };
    const call = createFetch({ fetch: late })(url, init);
    at.pathname = '/two';
    ready.resolve();
    await expect.poll(() => network.sent.length).toBe(1);
    answer(0);
    expect(await (await call).text()).toBe('A');
    expect(texts).toEqual([{ authorization: 'A' }, new URL('/one', url).href, 'no-store']);
    expect(toText).toHaveBeenCalledTimes(2);
  });

  test('Each member of an init that answers differently each time is one request: the one that was keyed (#12)', async () => {
    const { network, answer } = echo();
    const fetch = createFetch({ fetch: network.fetch });
    let reads = 0;
    const init = {
      get headers() {
        return { authorization: `${++reads}` };
      },
    };
    const one = fetch(url, init);
    const other = fetch(url, { headers: { authorization: '1' } });
    answer(0);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
    expect(await (await one).text()).toBe('1');
    expect(await (await other).text()).toBe('1');
  });
});

test('a signal that is put into the init later aborts no caller', async () => {
  const { network, answer } = echo();
  const fetch = createFetch({ fetch: network.fetch });
  const init: RequestInit = {};
  const call = fetch(url, init);
  init.signal = AbortSignal.abort();
  answer(0);
  expect(await (await call).text()).toBe('nobody');
});
