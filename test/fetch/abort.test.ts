// Law 11: a caller's abort is its own; when all have left, the connection closes.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { piece, readerOf, soFar } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

const reason = { why: 'the view has moved on' };
const halves = { body: 'firstsecond', chunk: 6, gate: 'end' };

/** Two callers of one flight, of whom the first may leave. */
function pair(query: Record<string, string | number>) {
  const fetch = createFetch();
  const server = resource(query);
  const controller = new AbortController();
  const one = fetch(server.url, { signal: controller.signal });
  const other = fetch(server.url);
  return { fetch, server, controller, one, other };
}

describe('before the headers', () => {
  test.each(['leader', 'follower'])(
    'rejects the %s at once with its reason and affects no other caller',
    async (role) => {
      const fetch = createFetch();
      const { url, open, seen } = resource({ gate: 'headers', body: 'for the rest' });
      const controller = new AbortController();
      const stays = role === 'follower' ? fetch(url) : undefined;
      const leaves = fetch(url, { signal: controller.signal });
      const rest = [stays ?? fetch(url), fetch(url)];
      await seen({ requests: 1 });
      controller.abort(reason);
      await expect(soFar(leaves)).rejects.toBe(reason);
      await open('headers');
      for (const response of await Promise.all(rest)) expect(await response.text()).toBe('for the rest');
      expect(await seen({ finished: 1 })).toMatchObject({ aborted: 0, requests: { length: 1 } });
      expect(fetch.stats()).toMatchObject({ left: 1, inFlight: 0 });
    },
  );

  test('closes the connection when all have left, and not before', async () => {
    const fetch = createFetch();
    const { url, seen } = resource({ gate: 'headers' });
    const controllers = [new AbortController(), new AbortController()] as const;
    const calls = controllers.map(({ signal }) => fetch(url, { signal }));
    await seen({ requests: 1 });
    controllers[0].abort(1);
    expect(fetch.stats().inFlight).toBe(1);
    controllers[1].abort(2);
    await Promise.resolve();
    expect(fetch.stats().inFlight).toBe(0);
    expect(await Promise.allSettled(calls)).toMatchObject([{ reason: 1 }, { reason: 2 }]);
    expect((await seen({ aborted: 1 })).aborted).toBe(1);
  });

  test('frees the key at the end of the turn: the next call sends a new request', async () => {
    const fetch = createFetch();
    const { url, open, seen } = resource({ gate: 'headers', body: 'fresh' });
    const controller = new AbortController();
    const call = fetch(url, { signal: controller.signal });
    await seen({ requests: 1 });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    const next = fetch(url);
    await open('headers2');
    expect(await (await next).text()).toBe('fresh');
    expect((await seen({ requests: 2 })).requests).toHaveLength(2);
  });
});

describe('in mid-body', () => {
  test('rejects a read that is under way, and spares the others', async () => {
    const { server, controller, one, other } = pair(halves);
    const reader = readerOf(await one);
    expect(await piece(reader)).toBe('firsts');
    const next = reader.read();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    await expect(reader.closed).rejects.toBe(reason);
    await server.open('end');
    expect(await (await other).text()).toBe('firstsecond');
    expect(await server.seen({ finished: 1 })).toMatchObject({ aborted: 0, requests: { length: 1 } });
  });

  test.each(['text', 'json', 'blob', 'bytes', 'arrayBuffer', 'formData'] as const)(
    'rejects %s()',
    async (form) => {
      const { server, controller, one, other } = pair(halves);
      const read = (await one)[form]();
      controller.abort(reason);
      await expect(read).rejects.toBe(reason);
      await server.open('end');
      expect(await (await other).text()).toBe('firstsecond');
    },
  );

  test.each(['text', 'json', 'blob', 'bytes', 'arrayBuffer', 'formData'] as const)(
    'rejects %s() of a body that has arrived, in the turn in which it is called',
    async (form) => {
      const { controller, one, other } = pair({ body: 'here' });
      const response = await one;
      expect(await (await other).text()).toBe('here');
      const read = response[form]();
      controller.abort(reason);
      await expect(read).rejects.toBe(reason);
      expect(response.bodyUsed).toBe(true);
    },
  );

  test('An abort in mid-body before anything was read rejects a later read', async () => {
    const { server, controller, one, other } = pair({ body: 'here' });
    const response = await one;
    controller.abort(reason);
    await expect(response.text()).rejects.toBe(reason);
    expect(await (await other).text()).toBe('here');
    expect(await server.hits()).toBe(1);
  });

  test.each(['text', 'json', 'blob', 'bytes', 'arrayBuffer', 'formData'] as const)(
    'rejects a later %s() at once, also when it is called twice',
    async (form) => {
      const { controller, one, other } = pair({ body: 'here' });
      const response = await one;
      controller.abort(reason);
      const order: unknown[] = [];
      response[form]().catch((error) => order.push(error));
      response[form]().catch((error) => order.push(error));
      await Promise.resolve().then(() => order.push('the next microtask'));
      expect(order).toEqual([reason, reason, 'the next microtask']);
      await (await other).text();
    },
  );

  test('ends a clone too', async () => {
    const { server, controller, one, other } = pair(halves);
    const response = await one;
    const texts = [response.clone(), response].map((r) => r.text());
    controller.abort(reason);
    expect(await Promise.allSettled(texts)).toMatchObject([{ reason }, { reason }]);
    await server.open('end');
    expect(await (await other).text()).toBe('firstsecond');
  });

  test('An abort in mid-body after the last byte was read changes nothing', async () => {
    const { controller, one } = pair({ body: 'whole' });
    const response = await one;
    expect(await response.text()).toBe('whole');
    controller.abort(reason);
    expect(response.ok).toBe(true);
  });
});

describe('leaving', () => {
  test('Leaving by cancelling a body counts: the last caller to leave closes the connection', async () => {
    const { fetch, server, controller, one, other } = pair(halves);
    await (await other).body?.cancel('enough');
    expect(fetch.stats()).toMatchObject({ left: 1, inFlight: 1 });
    const text = (await one).text();
    controller.abort(reason);
    await expect(text).rejects.toBe(reason);
    expect((await server.seen({ aborted: 1 })).aborted).toBe(1);
    expect(fetch.stats()).toMatchObject({ left: 2, inFlight: 0 });
  });

  test('Leaving by cancelling one branch of a clone leaves the other', async () => {
    const { url, open } = resource(halves);
    const response = await createFetch()(url);
    await response.clone().body?.cancel();
    const text = response.text();
    await open('end');
    expect(await text).toBe('firstsecond');
  });

  test('Leaving by cancelling needs both branches of a clone', async () => {
    const fetch = createFetch();
    const { url, seen } = resource(halves);
    const response = await fetch(url);
    const copy = response.clone();
    await Promise.all([response.body?.cancel(), copy.body?.cancel()]);
    expect((await seen({ aborted: 1 })).aborted).toBe(1);
  });

  test('A monitor below that reads a copy of the body gets an AbortError when the last caller cancels', async () => {
    let copy: Promise<string> | undefined;
    const monitored: typeof globalThis.fetch = async (...args) => {
      const response = await globalThis.fetch(...args);
      copy = response.clone().text();
      return response;
    };
    const response = await createFetch({ fetch: monitored })(resource(halves).url);
    // WebKit makes a TypeError of it, whose message has the name.
    const isAbort = (error: unknown) => /\bAbortError: /.test(String(error));
    await Promise.all([expect(copy).rejects.toSatisfy(isAbort), response.body?.cancel()]);
  });
});

test('no call joins a flight that all callers have left mid-body in an earlier turn', async () => {
  const fetch = createFetch();
  const { url, hits, open } = resource(halves);
  const first = await fetch(url);
  await first.body?.cancel();
  const next = fetch(url);
  await open('end');
  expect(await (await next).text()).toBe('firstsecond');
  expect(await hits()).toBe(2);
});
