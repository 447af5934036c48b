// A wrapped fetch leaves nothing in memory. Runs with --expose-gc.

import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { until, used } from '../support/collecting.ts';
import { Network } from '../support/network.ts';

const url = 'http://coflight.test/';
/** A network and a wrapped fetch over it. */
function wrapped() {
  const network = new Network();
  return { network, fetch: createFetch({ fetch: network.fetch }) };
}

// Timers also release bodies that no one reads. Here time stands still, so only the collector does.
vi.setConfig({ testTimeout: 120_000 });
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const bytes = new Uint8Array(1000).fill(65);

/** The possible outcomes of a call. Each returns a promise that never rejects. */
type Fate = (world: ReturnType<typeof wrapped>, path: string) => Promise<unknown>;

const last = ({ network }: ReturnType<typeof wrapped>) => {
  const sent = network.sent.at(-1);
  if (!sent) throw new Error('Nothing was sent.');
  return sent;
};

const fates: Record<string, Fate> = {
  read: (world, path) => {
    const seen = [1, 2].map(() => world.fetch(path).then((response) => response.text()));
    const sent = last(world);
    sent.answer();
    sent.arrive(bytes);
    sent.end();
    return Promise.all(seen);
  },
  cancelled: async (world, path) => {
    const seen = world.fetch(path);
    const sent = last(world);
    sent.answer();
    sent.arrive(bytes);
    return (await seen).body?.cancel();
  },
  'aborted before the headers': (world, path) => {
    const controller = new AbortController();
    const seen = world.fetch(path, { signal: controller.signal });
    controller.abort();
    return seen.catch(() => {});
  },
  'aborted in mid-body': async (world, path) => {
    const controller = new AbortController();
    const seen = world.fetch(path, { signal: controller.signal });
    const sent = last(world);
    sent.answer();
    sent.arrive(bytes);
    const text = (await seen).text();
    controller.abort();
    return text.catch(() => {});
  },
  'failed before the headers': (world, path) => {
    const seen = [1, 2].map(() => world.fetch(path).catch(() => {}));
    last(world).fail(new TypeError('no network'));
    return Promise.all(seen);
  },
  'failed in mid-body': (world, path) => {
    const seen = [1, 2].map(() => world.fetch(path).then((response) => response.text()));
    const sent = last(world);
    sent.answer();
    sent.arrive(bytes);
    sent.fail(new TypeError('no network'));
    return Promise.allSettled(seen);
  },
  'unread and dropped': async (world, path) => {
    const seen = world.fetch(path);
    const sent = last(world);
    sent.answer();
    sent.arrive(bytes);
    await seen;
  },
};

/** Makes that many calls of all kinds in turn, a hundred at once. The network keeps no record of them. */
async function calls(world: ReturnType<typeof wrapped>, count: number): Promise<void> {
  const kinds = Object.values(fates);
  for (let done = 0; done < count; ) {
    const batch = Array.from({ length: Math.min(100, count - done) }, () => {
      const fate = kinds[done % kinds.length] as Fate;
      return fate(world, `${url}${done++}`);
    });
    await Promise.all(batch);
    world.network.sent.length = 0;
  }
}

test('ten thousand calls of all kinds settle, reject nothing unhandled, and leave nothing behind', async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.on('unhandledRejection', note);
  try {
    const world = wrapped();
    const { fetch } = world;
    await calls(world, 1000); // what is compiled and cached on the way
    await until(() => fetch.stats().inFlight === 0);
    const before = await used();
    await calls(world, 10_000);
    await until(() => fetch.stats().inFlight === 0);
    expect(fetch.stats()).toMatchObject({ launched: 11_000, settled: 11_000 });
    // A hundred bytes a call would be more.
    const grown = (await used()) - before;
    expect(grown).toBeLessThan(1_000_000);
    expect(errors).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

/** Makes a call with a signal. The caller decides what happens to the response. */
async function served(
  world: ReturnType<typeof wrapped>,
  path: string,
  signal: AbortSignal,
): Promise<Response> {
  const response = world.fetch(url + path, { signal });
  const sent = last(world);
  sent.answer();
  sent.arrive(bytes);
  sent.end();
  return response;
}

test('a thousand calls on one long-lived signal leave no listener behind', async () => {
  const world = wrapped();
  const { signal } = new AbortController();
  for (let at = 0; at < 1000; at++) {
    const response = await served(world, `${at}`, signal);
    if (at % 3 === 0) await response.text();
    else if (at % 3 === 1) await response.body?.cancel();
    else for await (const _ of response.body ?? []);
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('calls that fail leave no listener behind', async () => {
  const world = wrapped();
  const { signal } = new AbortController();
  const seen = Array.from({ length: 100 }, (_, at) => world.fetch(`${url}${at % 50}`, { signal }));
  for (const [at, sent] of world.network.sent.entries()) {
    if (at % 2) sent.answer();
    sent.fail(new TypeError('no network'));
  }
  await Promise.allSettled(seen.map((one) => one.then((response) => response.text())));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('responses that are dropped unread leave no listener behind', async () => {
  const world = wrapped();
  const { signal } = new AbortController();
  for (let at = 0; at < 1000; at++) await served(world, `${at}`, signal);
  await until(() => getEventListeners(signal, 'abort').length === 0);
});

test('a spent signal and a settled response can be collected, also while their flight goes on', async () => {
  const world = wrapped();
  const stays = world.fetch(url);
  const spend = async () => {
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const seen = controllers.map(({ signal }) => world.fetch(url, { signal }));
    last(world).answer();
    const [reads, aborts, cancels] = await Promise.all(seen);
    const text = reads?.text().catch(() => 'aborted');
    controllers[1]?.abort();
    await cancels?.body?.cancel();
    last(world).arrive(bytes);
    controllers[0]?.abort();
    expect(await text).toBe('aborted');
    return [...controllers.map(({ signal }) => signal), reads, aborts, cancels].map(
      (one) => new WeakRef(one as object),
    );
  };
  const spent = await spend();
  await until(() => spent.every((one) => !one.deref()));
  expect(last(world).signal?.aborted).toBe(false);
  last(world).end();
  expect(await (await stays).text()).toHaveLength(1000);
});

test('a caller that aborts before the headers can be collected while others wait for them', async () => {
  const world = wrapped();
  const stays = world.fetch(url);
  const spend = async () => {
    const controller = new AbortController();
    const call = world.fetch(url, { signal: controller.signal });
    controller.abort();
    await call.catch(() => {});
    return new WeakRef(controller.signal);
  };
  const spent = await spend();
  await until(() => !spent.deref());
  expect(last(world).signal?.aborted).toBe(false);
  last(world).answer();
  last(world).end();
  expect(await (await stays).text()).toBe('');
});

test('a body that was read whole can be collected while the wrapped fetch lives', async () => {
  const world = wrapped();
  const { signal } = new AbortController();
  const spend = async () => {
    const response = await served(world, 'whole', signal);
    await response.text();
    const request = world.network.sent.splice(0)[0];
    return [response, request?.signal].map((one) => new WeakRef(one as object));
  };
  const spent = await spend();
  await until(() => spent.every((one) => !one.deref()));
  expect(world.fetch.stats().inFlight).toBe(0);
});

test('a `data:` URL is not held, however long it is', async () => {
  const fetch = createFetch();
  const pixels = 'A'.repeat(1_000_000);
  const before = await used();
  for (let at = 0; at < 20; at++) await fetch(`data:,${at}${pixels}`).then((r) => r.blob());
  expect((await used()) - before).toBeLessThan(5_000_000);
});

test('a response that was read holds none of its body', async () => {
  const world = wrapped();
  const { signal } = new AbortController();
  const spend = async () => {
    const sent = () => last(world);
    const call = world.fetch(url, { signal });
    const body = new Uint8Array(1000);
    sent().answer();
    sent().arrive(body);
    sent().end();
    const response = await call;
    await response.text();
    return { response, body: new WeakRef(body) };
  };
  const { response, body } = await spend();
  await until(() => !body.deref());
  expect(response.bodyUsed).toBe(true);
});

test.each(['text', 'json', 'bytes', 'blob'] as const)(
  'a clone that no one reads holds the body, and no value that %s() has made of it',
  async (form) => {
    const world = wrapped();
    const half = new TextEncoder().encode(
      JSON.stringify(Array.from({ length: 50_000 }, (_, at) => ({ at }))),
    );
    const keep = async (path: number) => {
      const call = world.fetch(`${url}${path}`);
      const sent = world.network.sent.splice(0)[0];
      sent?.answer();
      const response = await call;
      const clone = response.clone();
      const value = response[form]();
      sent?.arrive(half.slice(0, -1));
      sent?.arrive(new TextEncoder().encode(`,${new TextDecoder().decode(half.subarray(1))}`));
      sent?.end();
      await value;
      return clone;
    };
    await keep(0);
    const before = await used();
    const kept = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(keep));
    const each = ((await used()) - before) / kept.length;
    expect(each / (2 * half.length)).toBeLessThan(1.2);
    expect(await kept[0]?.json()).toHaveLength(100_000);
  },
);

test('a Blob of a large body holds its early bytes no longer than until the next ones arrive', async () => {
  const world = wrapped();
  const seen = [1, 2].map(() => world.fetch(url).then((response) => response.blob()));
  const sent = last(world);
  sent.answer({ headers: { 'content-type': 'application/zip' } });
  const arrive = (part: number) => {
    const chunk = new Uint8Array(2 ** 20).fill(part);
    sent.arrive(chunk);
    return new WeakRef(chunk);
  };
  const early = Array.from({ length: 16 }, (_, part) => arrive(part)).slice(0, 8);
  await until(() => early.every((chunk) => !chunk.deref()));
  sent.end();
  const [one, other] = (await Promise.all(seen)) as [Blob, Blob];
  expect(one).not.toBe(other);
  for (const { size, type } of [one, other]) expect([size, type]).toEqual([16 * 2 ** 20, 'application/zip']);
  const bytes = new Uint8Array(await other.arrayBuffer());
  expect(Array.from({ length: 16 }, (_, part) => bytes[part * 2 ** 20])).toEqual([...Array(16).keys()]);
});

test('a caller that aborts its Blob stops making it, while another one reads on', async () => {
  const world = wrapped();
  const controller = new AbortController();
  const blob = world.fetch(url, { signal: controller.signal }).then((response) => response.blob());
  const reader = world.fetch(url).then((response) => response.body?.getReader());
  const sent = last(world);
  sent.answer();
  sent.arrive(new Uint8Array(2 ** 20));
  await (await reader)?.read();
  controller.abort();
  await expect(blob).rejects.toHaveProperty('name', 'AbortError');
  let made = 0;
  class Counted extends Blob {
    constructor(...args: ConstructorParameters<typeof Blob>) {
      super(...args);
      made++;
    }
  }
  vi.stubGlobal('Blob', Counted);
  for (let chunk = 0; chunk < 16; chunk++) {
    sent.arrive(new Uint8Array(2 ** 20));
    await (await reader)?.read();
  }
  vi.unstubAllGlobals();
  expect(made).toBe(0);
});

test('a response that is collected unread has left: the last one stops the network', async () => {
  const world = wrapped();
  const drop = async () => {
    const seen = [world.fetch(url), world.fetch(url)];
    last(world).answer();
    await Promise.all(seen);
  };
  await drop();
  await until(() => !!last(world).signal?.aborted);
  expect(world.fetch.stats()).toMatchObject({ left: 2, inFlight: 0 });
});

test('a response that is collected unread leaves the others as they are', async () => {
  const world = wrapped();
  const stays = world.fetch(url);
  const drop = async () => {
    const dropped = world.fetch(url);
    last(world).answer();
    last(world).arrive(bytes);
    await dropped;
  };
  await drop();
  await until(() => world.fetch.stats().left === 1);
  expect(last(world).signal?.aborted).toBe(false);
  last(world).end();
  expect(await (await stays).text()).toHaveLength(1000);
});

test('a response that is read in part and dropped has left, though the network is silent', async () => {
  const world = wrapped();
  const drop = async () => {
    const dropped = world.fetch(url);
    last(world).answer();
    last(world).arrive(bytes);
    const reader = (await dropped).body?.getReader();
    await reader?.read();
  };
  await drop();
  await until(() => !!last(world).signal?.aborted);
  expect(world.fetch.stats()).toMatchObject({ left: 1, inFlight: 0 });
});

test('a thousand followers of an unread body of 1 MB cost at most 3 MB more than its one reader', async () => {
  /** Bytes that so many callers hold, of whom the first has read all that has arrived. */
  const cost = async (callers: number) => {
    const world = wrapped();
    const before = await used();
    const seen = Array.from({ length: callers }, () => world.fetch(url));
    const sent = last(world);
    sent.answer();
    const responses = await Promise.all(seen);
    const reader = responses[0]?.body?.getReader();
    for (let chunk = 0; chunk < 16; chunk++) {
      sent.arrive(new Uint8Array(2 ** 16).fill(chunk));
      await reader?.read();
    }
    const cost = (await used()) - before;
    // All are here still, and the body is whole for them.
    sent.end();
    reader?.releaseLock();
    if (callers > 1) expect(await responses.at(-1)?.arrayBuffer()).toHaveProperty('byteLength', 2 ** 20);
    return cost;
  };
  await cost(2);
  const one = await cost(1);
  const thousand = await cost(1001);
  expect(thousand - one).toBeLessThan(3 * 2 ** 20);
});
