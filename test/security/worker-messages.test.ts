// The worker's side of the messages: whatever comes, the worker answers as before, and ends no request that a caller
// waits for (law 23).

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WorkerStats } from '../../src/protocol/messages.ts';
import { follow } from '../support/following.ts';
import { answer as answerOf, network } from '../support/worker-network.ts';
import { listeners, seen } from '../support/worker-scope.ts';
import { fuzz } from './fuzz.ts';
import { message } from './messages.ts';

type Handlers = typeof import('../../src/service-worker/handler.ts');
let handle: ReturnType<Handlers['createHandler']>;
let sent: ReturnType<typeof network>['sent'];

/** A worker that has just been started, with a page that is named `one`. */
async function start() {
  vi.resetModules();
  for (const type of Object.keys(listeners)) delete listeners[type];
  const client = { id: 'one', type: 'window', postMessage() {} };
  vi.stubGlobal('clients', { matchAll: async () => [client], get: async () => client });
  const { createHandler } = await import('../../src/service-worker/handler.ts');
  const net = network();
  sent = net.sent;
  handle = createHandler({ fetch: net.fetch });
}
beforeEach(start);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hear = (type: string, event: object) => {
  for (const listener of listeners[type] ?? []) listener(event as never);
};

/** Posts a message from a page or from something else. Returns the answer, once the worker has done its work. */
async function post(data: unknown, { from = 'one' as string | null, origin = 'https://map.example' } = {}) {
  const answers: unknown[] = [];
  const waited: Promise<unknown>[] = [];
  const ports = [{ postMessage: (answer: unknown) => void answers.push(answer) }];
  const waitUntil = (promise: Promise<unknown>) => void waited.push(promise);
  hear('message', { data, ports, origin, source: from === null ? null : { id: from }, waitUntil });
  await Promise.all(waited);
  return answers[0];
}

const ask = (path: string, clientId?: string) => {
  const event = clientId === undefined ? undefined : { clientId, waitUntil() {} };
  return handle({ request: seen(path), event: event as never });
};
const inFlight = async () => ((await post({ type: 'coflight:stats' })) as WorkerStats).inFlight;

describe('whatever message comes', () => {
  test('the worker throws nothing, and its callers get their answers', async () => {
    const property = fc.asyncProperty(fc.array(message, { maxLength: 4 }), async (messages) => {
      await start();
      // The page of the messages is another one.
      const waiting = ask('/a', 'two');
      const alone = ask('/b');
      for (const data of messages) await post(data);
      for (const one of sent) one.resolve(answerOf('answer'));
      expect(await (await waiting).text()).toBe('answer');
      expect(await (await alone).text()).toBe('answer');
    });
    await fuzz(60, property);
  });

  test('a page cannot end the requests of another page', async () => {
    ask('/a', 'two').catch(() => {});
    await post({ type: 'coflight:leave' });
    await post({
      type: 'coflight:abort',
      request: { url: 'https://map.example/a', destination: '' },
      time: 1,
    });
    expect(sent[0]?.request.signal.aborted).toBe(false);
  });

  test.each<[string, { from?: string | null; origin?: string }]>([
    ['that is no page', { from: null }],
    ['without an id', { from: '' }],
  ])('a sender %s cannot end the requests of callers without a page', async (_, sender) => {
    ask('/a').catch(() => {});
    await post({ type: 'coflight:leave' }, sender);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent[0]?.request.signal.aborted).toBe(false);
  });

  test.each([undefined, null, '1', {}])('a page that aborts at the time %j ends no request', async (time) => {
    vi.useFakeTimers();
    ask('/a', 'one').catch(() => {});
    await post({ type: 'coflight:abort', request: { url: 'https://map.example/a', destination: '' }, time });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent[0]?.request.signal.aborted).toBe(false);
  });

  test.each([null, 0, '', {}, [], { url: 7 }, { destination: '' }, { url: 'https://map.example/a' }])(
    'a page that names its request as %j ends none of them',
    async (request) => {
      vi.useFakeTimers();
      ask('/a', 'one').catch(() => {});
      await post({ type: 'coflight:abort', request, time: Date.now() });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(sent[0]?.request.signal.aborted).toBe(false);
    },
  );

  test('a message from another origin does nothing', async () => {
    ask('/a', 'one').catch(() => {});
    await post({ type: 'coflight:leave' }, { origin: 'https://evil.example' });
    await post({ type: 'coflight:forget' }, { origin: 'https://evil.example' });
    ask('/a', 'one').catch(() => {});
    expect(sent).toHaveLength(1);
    expect(await post({ type: 'coflight:stats' }, { origin: 'https://evil.example' })).toBeUndefined();
  });

  test.each(['', 'null', 'moz-safe-about:srcdoc', 'moz-nullprincipal:{ee1267c0}'])(
    'a frame without an address, for which a browser names the origin %j, gets an answer',
    async (origin) => expect(await post({ type: 'coflight:stats' }, { origin })).toBeDefined(),
  );

  test('a message that came before, played again, ends no later request', async () => {
    vi.useFakeTimers();
    const data = {
      type: 'coflight:abort',
      request: { url: 'https://map.example/a', destination: '' },
      time: Date.now(),
    };
    ask('/a', 'one').catch(() => {});
    await post(data);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent[0]?.request.signal.aborted).toBe(true);
    const later = ask('/a', 'one');
    await post(data);
    const { redirects, answered } = follow(later, (location) => ask(location, 'one'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent[1]?.request.signal.aborted).toBe(false);
    sent[1]?.resolve(answerOf('answer'));
    expect(await (await answered).text()).toBe('answer');
    expect(redirects).not.toHaveLength(0);
  });
});

describe('a flood', () => {
  test('A flood of messages leaves nothing behind', async () => {
    for (let at = 0; at < 5_000; at++) {
      const url = `https://map.example/${at}`;
      await post({ type: 'coflight:answered', url, method: 'POST', time: at });
      await post({ type: 'coflight:abort', request: { url, destination: '' }, time: at });
    }
    expect(await inFlight()).toBe(0);
  });

  test('A flood of writes is forgotten after a minute, also when nothing is read', async () => {
    const { Writes } = await import('../../src/service-worker/writes.ts');
    vi.useFakeTimers();
    let compared = 0;
    const count = () => {
      compared++;
      return false;
    };
    const writes = new Writes(count, () => {});
    const write = (at: number) =>
      writes.begin({ url: `https://map.example/${at}`, method: 'POST', time: at }, 'one');
    for (let at = 0; at < 500; at++) write(at);
    vi.advanceTimersByTime(60_001);
    write(500);
    // Half a minute back: nothing that was forgotten comes to light again.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() - 30_000);
    writes.fence(seen('/a'), 'reader');
    expect(compared).toBe(1);
  });
});

test('an answered message for no write fences nothing', async () => {
  ask('/a', 'one').catch(() => {});
  for (const [url, method] of [
    ['nowhere', 'POST'],
    ['https://map.example/a', 'GET'],
    ['https://map.example/a', 'CONNECT'],
    ['https://map.example/a', 'P T'],
  ])
    await post({ type: 'coflight:answered', url, method, time: 0 });
  ask('/a', 'one').catch(() => {});
  expect(sent).toHaveLength(1);
});
