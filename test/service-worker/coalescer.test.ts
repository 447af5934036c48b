import { describe, expect, test, vi } from 'vitest';
import type { Sender } from '../../src/service-worker/caller.ts';
import type { EventOptions } from '../../src/service-worker/options.ts';
import { Tally } from '../../src/service-worker/tally.ts';
import { coalescer, open, sent, tally } from '../support/open-coalescer.ts';
import { answer, type Init, streaming } from '../support/worker-network.ts';
import { seen } from '../support/worker-scope.ts';

const text = async (handed: Promise<Response>) => (await handed).text();

describe('serve', () => {
  test('sends one request for callers that ask for the same', async () => {
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a#b')), coalescer.serve(seen('/c'))];
    expect(sent.map(({ request }) => request.url)).toEqual([
      'https://map.example/a',
      'https://map.example/c',
    ]);
    sent[0]?.resolve(answer('shared'));
    sent[1]?.resolve(answer('other'));
    expect(await Promise.all(handed.map(text))).toEqual(['shared', 'shared', 'other']);
  });

  test('lets callers join until the last byte, and none after it', async () => {
    const body = new TransformStream();
    const writer = body.writable.getWriter();
    const early = coalescer.serve(seen('/a'));
    sent[0]?.resolve(answer(body.readable));
    await writer.write(new TextEncoder().encode('be'));
    const late = coalescer.serve(seen('/a'));
    writer.write(new TextEncoder().encode('gin'));
    writer.close();
    expect(await Promise.all([early, late].map(text))).toEqual(['begin', 'begin']);
    coalescer.serve(seen('/a')).catch(() => {});
    expect(sent).toHaveLength(2);
  });

  test('sends the request of a follower to whom other rules apply when the leader has failed', async () => {
    const image = coalescer.serve(seen('/a', { mode: 'no-cors', credentials: 'include' }));
    const read = coalescer.serve(seen('/a'), { clientId: 'two' });
    expect(sent).toHaveLength(1);
    const error = new TypeError('blocked');
    sent[0]?.reject(error);
    await expect(image).rejects.toBe(error);
    await vi.advanceTimersByTimeAsync(0);
    sent[1]?.resolve(answer('allowed'));
    expect(await text(read)).toBe('allowed');
    expect(tally.of('two')).toMatchObject({ launched: 1, failed: 0 });
  });

  test.each([undefined, null, 'text'])('names the option `fetch` when it answers %s', async (value) => {
    open({ fetch: async () => value as unknown as Response });
    const message = `Expected \`fetch\` to resolve to a Response, got \`${value}\`.`;
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a')), coalescer.pass(seen('/b'))];
    for (const each of handed) await expect(each).rejects.toThrow(new TypeError(message));
  });

  test('gives a lone caller the body as it arrives', async () => {
    const { response } = streaming();
    const handed = coalescer.serve(seen('/a'));
    sent[0]?.resolve(response);
    expect(await handed).toBe(response);
  });

  test('keeps several waiting for the last byte, which they have though the worker is stopped then', async () => {
    const { response, write, end } = streaming();
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    const told = vi.fn();
    for (const each of handed) each.then(told);
    sent[0]?.resolve(response);
    await write('all');
    await vi.advanceTimersByTimeAsync(1);
    expect(told).not.toHaveBeenCalled();
    end();
    expect(await Promise.all(handed.map(text))).toEqual(['all', 'all']);
  });

  test.each<[string, Init, EventOptions]>([
    ['that cannot be rebuilt', { type: 'cors' }, {}],
    ['that turns out larger than the bound', {}, { maxReplay: 4 }],
  ])('hands those who come later all of a body %s', async (_, init, options) => {
    open(options);
    const { response, write, end } = streaming(init);
    const early = coalescer.serve(seen('/a'));
    sent[0]?.resolve(response);
    await early;
    const late = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    await write('begin');
    end();
    expect(await Promise.all([early, ...late].map(text))).toEqual(['begin', 'begin', 'begin']);
    expect(sent).toHaveLength(1);
    for (const each of late) expect((await each).type).toBe('default');
  });

  test.each<[string, Init]>([
    ['that does not say so', {}],
    ['that says so', { headers: { 'content-length': '5' } }],
  ])('shares a body as long as the bound %s, and rebuilds it', async (_, init) => {
    open({ maxReplay: 5 });
    const { response, write, end } = streaming(init);
    const early = coalescer.serve(seen('/a'));
    sent[0]?.resolve(response);
    await early;
    const late = coalescer.serve(seen('/a'));
    await write('whole');
    end();
    expect(await Promise.all([early, late].map(text))).toEqual(['whole', 'whole']);
    expect(sent).toHaveLength(1);
    expect((await late).type).toBe('default');
  });

  test('keeps no second copy of a body that has arrived', async () => {
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    const response = answer('whole');
    sent[0]?.resolve(response);
    for (const each of handed) expect(await text(each)).toBe('whole');
    expect(response.bodyUsed).toBe(true);
  });

  test('lets no caller join after the headers when the bound is 0', async () => {
    open({ maxReplay: 0 });
    const early = coalescer.serve(seen('/a'));
    sent[0]?.resolve(streaming().response);
    await early;
    coalescer.serve(seen('/a')).catch(() => {});
    expect(sent).toHaveLength(2);
  });

  test('shares a response without a body', async () => {
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    sent[0]?.resolve(answer(null));
    expect(await Promise.all(handed.map(text))).toEqual(['', '']);
    expect(sent).toHaveLength(1);
  });

  test('reads nothing past the bound when the lone caller has left', async () => {
    open({ maxReplay: 4 });
    const { response, write, cancelled } = streaming();
    const handed = coalescer.serve(seen('/a'));
    sent[0]?.resolve(response);
    (await handed).body?.cancel();
    await write('12345');
    await cancelled;
  });

  test('gives every caller a native clone of a body that is not whole after a second, and lets no other join', async () => {
    const { response, write } = streaming();
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    sent[0]?.resolve(response);
    await write('live');
    await vi.advanceTimersByTimeAsync(1000);
    const readers = (await Promise.all(handed)).map(({ body }) => body?.getReader());
    for (const reader of readers)
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('live');
    coalescer.serve(seen('/a')).catch(() => {});
    expect(sent).toHaveLength(2);
  });

  test('gives a body that is not whole after a second to a caller that came after the headers', async () => {
    const { response, write } = streaming();
    const early = coalescer.serve(seen('/a'));
    sent[0]?.resolve(response);
    await early;
    const late = coalescer.serve(seen('/a'));
    await write('live');
    await vi.advanceTimersByTimeAsync(1000);
    const reader = (await late).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('live');
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['a second after the headers', undefined],
    ['a second after its only reader has cancelled it', 500],
  ])('reads no copy that no caller has joined %s', async (_, cancelled) => {
    const body = streaming();
    const handed = coalescer.serve(seen('/a'));
    sent[0]?.resolve(body.response);
    const response = await handed;
    await vi.advanceTimersByTimeAsync(cancelled ?? 1000);
    response.body?.cancel();
    await vi.advanceTimersByTimeAsync(500);
    await body.cancelled;
  });

  test('counts the bytes of a body that says less than it has', async () => {
    open({ maxReplay: 4 });
    const response = answer('12345', { type: 'cors', headers: { 'content-length': '3' } });
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    sent[0]?.resolve(response);
    expect(await Promise.all(handed.map(text))).toEqual(['12345', '12345']);
    expect(await handed[1]).toBe(response);
  });

  test('gives later callers the error of the body, and sends a new request for the next one', async () => {
    const { response, fail } = streaming();
    const early = coalescer.serve(seen('/a'));
    sent[0]?.resolve(response);
    await early;
    const late = coalescer.serve(seen('/a'));
    const error = new TypeError('network error');
    fail(error);
    await expect(late).rejects.toBe(error);
    await expect(text(early)).rejects.toBe(error);
    coalescer.serve(seen('/a')).catch(() => {});
    expect(sent).toHaveLength(2);
  });

  test.each<[string, Response, EventOptions]>([
    ['larger than the bound', answer('12345'), { maxReplay: 4 }],
    ['said to be larger', answer('12345', { headers: { 'content-length': '99' } }), { maxReplay: 98 }],
    [
      'larger than it was while encoded',
      answer('12345', { headers: { 'content-encoding': 'gzip', 'content-length': '3' } }),
      { maxReplay: 4 },
    ],
    ['that has no end', answer('data', { headers: { 'content-type': 'application/x-ndjson' } }), {}],
    ['that nobody may look into', answer('opaque', { type: 'opaque' }), {}],
  ])('hands a body %s out as it is, the last one the original', async (_, response, options) => {
    open(options);
    const opaque = response.type === 'opaque';
    if (opaque) Object.defineProperty(response, 'body', { value: null });
    const ask = () => coalescer.serve(seen('/a', { mode: opaque ? 'no-cors' : 'cors' }));
    const handed = [ask(), ask()];
    sent[0]?.resolve(response);
    const [one, two] = await Promise.all(handed);
    expect(two).toBe(response);
    expect(one).not.toBe(response);
    ask().catch(() => {});
    expect(sent).toHaveLength(2);
  });

  describe('a body said to be longer than 32 MiB', () => {
    const long = () => answer('long', { headers: { 'content-length': `${2 ** 25 + 1}` } });

    test('goes to one caller as it is, and every other caller sends its own request (#19)', async () => {
      const handed = [0, 1, 2].map(() => coalescer.serve(seen('/a')));
      const [first, ...others] = [long(), long(), long()] as const;
      sent[0]?.resolve(first);
      expect(await handed[0]).toBe(first);
      expect(sent).toHaveLength(3);
      for (const [at, other] of others.entries()) sent[at + 1]?.resolve(other);
      expect(await Promise.all(handed)).toEqual([first, ...others]);
    });

    test('goes to a follower when the leader has left (#19)', async () => {
      const controller = new AbortController();
      const leader = coalescer.serve(seen('/a', { signal: controller.signal }));
      const follower = coalescer.serve(seen('/a'));
      controller.abort();
      await leader.catch(() => {});
      const response = long();
      sent[0]?.resolve(response);
      expect(await follower).toBe(response);
      expect(sent).toHaveLength(1);
    });
  });

  test('shares a body said to be 32 MiB long (#19)', async () => {
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    sent[0]?.resolve(answer('short', { headers: { 'content-length': `${2 ** 25}` } }));
    expect(await Promise.all(handed.map(text))).toEqual(['short', 'short']);
    expect(sent).toHaveLength(1);
  });

  // To the page, a rebuilt response is of the worker's own origin and has no URL.
  test.each<[string, Init, Parameters<typeof seen>[1]]>([
    ['of another origin', { type: 'cors' }, {}],
    ['that was redirected', { redirected: true }, {}],
    ['that may load more from where it lies', {}, { destination: 'style' }],
  ])('does not rebuild a response %s', async (_, said, init) => {
    const response = answer('whole', said);
    const handed = [coalescer.serve(seen('/a', init)), coalescer.serve(seen('/a', init))];
    sent[0]?.resolve(response);
    expect(await handed[1]).toBe(response);
    expect(await Promise.all(handed.map(text))).toEqual(['whole', 'whole']);
  });

  test.each([
    ['status', 999],
    ['statusText', '\u0001odd'],
  ])('does not rebuild a response whose `%s` no constructor accepts: %o (#19)', async (member, value) => {
    const response = Object.defineProperty(answer('whole'), member, { value });
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    sent[0]?.resolve(response);
    expect(await handed[1]).toBe(response);
    expect(await Promise.all(handed.map(text))).toEqual(['whole', 'whole']);
  });

  test('rebuilds a response with a status text of all kinds of characters (#19)', async () => {
    const statusText = '\t ~ü';
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    const response = answer('whole', { status: 599, statusText });
    sent[0]?.resolve(response);
    expect(await handed[1]).not.toBe(response);
    expect(await handed[1]).toMatchObject({ status: 599, statusText });
  });

  test.each([204, 205, 304])('keeps a status %i without a body', async (status) => {
    const handed = coalescer.serve(seen('/a'));
    sent[0]?.resolve(answer(null, { status }));
    expect(await handed).toMatchObject({ status, body: null });
  });

  test.each([204, 205, 304])('has nothing in flight after a status %i, also from a cache', async (status) => {
    const handed = coalescer.serve(seen('/a'));
    sent[0]?.resolve(answer(null, { status }));
    await handed;
    await vi.advanceTimersByTimeAsync(0);
    expect(coalescer.inFlight).toBe(0);
  });

  test('gives an error to all callers, and sends a new request for the next one', async () => {
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))];
    const error = new TypeError('Failed to fetch');
    sent[0]?.reject(error);
    for (const each of handed) await expect(each).rejects.toBe(error);
    coalescer.serve(seen('/a')).catch(() => {});
    expect(sent).toHaveLength(2);
  });

  test('rejects with the error that the option `fetch` throws, and sends a new request for the next one (#19)', async () => {
    const error = new Error('mine');
    const fetch = vi.fn(() => {
      throw error;
    });
    open({ fetch });
    await expect(coalescer.serve(seen('/a'))).rejects.toBe(error);
    await expect(coalescer.serve(seen('/a'))).rejects.toBe(error);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('rejects with the error of the launch when the option `fetch` asks for the same request without end', async () => {
    open({ fetch: (request) => coalescer.serve(request) });
    const message = 'The launch of a key asks for the same key without end.';
    await expect(coalescer.serve(seen('/a'))).rejects.toThrow(message);
    expect(coalescer.inFlight).toBe(0);
  });

  test('takes an answer of the option `fetch` that is no promise (#19)', async () => {
    open({ fetch: () => answer('at once') as unknown as Promise<Response> });
    expect(await text(coalescer.serve(seen('/a')))).toBe('at once');
  });

  test('sends another request for a caller that may not use the answer', async () => {
    const opaque = coalescer.serve(seen('/a', { mode: 'no-cors', credentials: 'include' }));
    const readable = coalescer.serve(seen('/a'));
    sent[0]?.resolve(answer('hidden', { type: 'opaque' }));
    await opaque;
    await expect.poll(() => sent.length).toBe(2);
    sent[1]?.resolve(answer('own'));
    expect(await text(readable)).toBe('own');
  });

  test('cancels the body that a caller may not use, so that the network stops when all others have cancelled theirs', async () => {
    const body = streaming({ headers: { vary: '*', 'content-length': `${2 ** 23}` } });
    const leader = coalescer.serve(seen('/a'));
    coalescer.serve(seen('/a'));
    sent[0]?.resolve(body.response);
    (await leader).body?.cancel('enough');
    await expect.poll(() => sent.length).toBe(2);
    await expect(body.cancelled).resolves.toContain('enough');
  });

  test('sends another request for a caller that may not use an answer without a body', async () => {
    const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'))] as const;
    sent[0]?.resolve(answer(null, { status: 204, headers: { vary: '*' } }));
    expect(await handed[0]).toMatchObject({ status: 204 });
    await vi.advanceTimersByTimeAsync(0);
    sent[1]?.resolve(answer('own'));
    expect(await text(handed[1])).toBe('own');
  });

  test('sends none for one that has left meanwhile', async () => {
    const opaque = coalescer.serve(seen('/a', { mode: 'no-cors', credentials: 'include' }), {
      clientId: 'one',
    });
    const readable = coalescer.serve(seen('/a'), { clientId: 'two' });
    coalescer.callers.clientClosed('two');
    sent[0]?.resolve(answer('hidden', { type: 'opaque' }));
    await opaque;
    await expect(readable).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });

  test('neither launches for one that is aborted already nor counts it', async () => {
    const reason = new Error('too late');
    await expect(coalescer.serve(seen('/a', { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(sent).toHaveLength(0);
    expect(tally.all.calls).toBe(0);
  });
});

describe('the event of a request', () => {
  /** When the worker may be stopped, as far as the event says; nothing while it may not. */
  const extended = () => {
    let time: number | undefined;
    let pending = 0;
    const waitUntil = async (promise: Promise<unknown>) => {
      pending++;
      await promise;
      if (!--pending) time = Date.now();
    };
    return {
      source: { event: { waitUntil } } as unknown as Sender,
      over: () => (pending ? undefined : time),
    };
  };

  test.each<[string, number, number]>([
    ['until it is all there', 1000, 0],
    ['until the page has had time to take it', 100_000, 4000],
  ])('is extended over a body that is as long as the bound, %s', async (_, size, rest) => {
    open({ maxReplay: size });
    const { source, over } = extended();
    const { response, write, end } = streaming();
    const whole = text(coalescer.serve(seen('/a'), source));
    sent[0]?.resolve(response);
    await write('x'.repeat(size));
    await vi.advanceTimersByTimeAsync(700);
    expect(over()).toBeUndefined();
    const ended = Date.now();
    end();
    await whole;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(over()).toBe(ended + rest);
  });

  test.each([
    ['that nobody here reads', 0, 0],
    ['that turns out larger than the bound', 4, 0],
    ['that nobody here reads to its end', 1000, 800],
  ])('is extended over a body %s, for a minute at most', async (_, maxReplay, wait) => {
    open({ maxReplay });
    const { source, over } = extended();
    const { response, write } = streaming();
    const handed = coalescer.serve(seen('/a'), source);
    sent[0]?.resolve(response);
    await handed;
    await write('12345');
    const begun = Date.now();
    await vi.advanceTimersByTimeAsync(90_000);
    expect(over()).toBe(begun + wait + 64_000);
  });

  describe('that sends its own request, because the body is longer than 32 MiB,', () => {
    const long = () => {
      const { response } = streaming({ headers: { 'content-length': `${2 ** 25 + 1}` } });
      return response;
    };
    /** Two callers. The shared request goes to the first. Returns when the event of the second is over. */
    const second = async () => {
      const { source, over } = extended();
      const handed = [coalescer.serve(seen('/a')), coalescer.serve(seen('/a'), source)] as const;
      sent[0]?.resolve(long());
      await handed[0];
      await vi.advanceTimersByTimeAsync(90_000);
      return { handed: handed[1], over };
    };

    test('is extended until that body is there', async () => {
      const { handed, over } = await second();
      expect(over()).toBeUndefined();
      sent[1]?.resolve(long());
      await handed;
      const begun = Date.now();
      await vi.advanceTimersByTimeAsync(90_000);
      expect(over()).toBe(begun + 64_000);
    });

    test('is over at once when that request fails', async () => {
      const { handed, over } = await second();
      const error = new TypeError('Failed to fetch');
      sent[1]?.reject(error);
      await expect(handed).rejects.toBe(error);
      await vi.advanceTimersByTimeAsync(0);
      expect(over()).toBe(Date.now());
    });
  });

  test('can still be extended for an own request when the shared body has arrived', async () => {
    const pending = new Set<unknown>();
    let isOver = false;
    let extensions = 0;
    /** A browser extends an event only while another promise extends it. */
    const waitUntil = (promise: Promise<unknown>) => {
      isOver ||= extensions++ > 0 && !pending.size;
      pending.add(promise);
      void promise.then(() => pending.delete(promise));
    };
    const leader = coalescer.serve(seen('/a'));
    const follower = coalescer.serve(seen('/a'), { event: { waitUntil } } as unknown as Sender);
    sent[0]?.resolve(answer('shared', { headers: { vary: '*' } }));
    expect(await text(leader)).toBe('shared');
    await vi.advanceTimersByTimeAsync(0);
    sent[1]?.resolve(answer('own'));
    expect(await text(follower)).toBe('own');
    expect([isOver, extensions]).toEqual([false, 2]);
  });

  test('The event of a request that is over already has its answer all the same', async () => {
    const waitUntil = () => {
      throw new DOMException('The event is over.', 'InvalidStateError');
    };
    const handed = coalescer.serve(seen('/a'), { event: { waitUntil } } as unknown as Sender);
    sent[0]?.resolve(answer('there'));
    expect(await text(handed)).toBe('there');
  });

  test('is over at once when the request fails', async () => {
    const { source, over } = extended();
    const handed = coalescer.serve(seen('/a'), source);
    sent[0]?.reject(new TypeError('Failed to fetch'));
    await handed.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(over()).toBe(Date.now());
  });
});

describe('forget', () => {
  test('closes current flights to later callers: all, or those of one URL', () => {
    const ask = (path: string) => void coalescer.serve(seen(path)).catch(() => {});
    ask('/a#part');
    ask('/b');
    coalescer.forget('https://map.example/a');
    ask('/a');
    ask('/b');
    expect(sent).toHaveLength(3);
    coalescer.forget();
    ask('/b');
    expect(sent).toHaveLength(4);
  });
});

describe('the tally', () => {
  test('keeps the counters of the last thousand clients, where no page asks for any', () => {
    const tally = new Tally();
    for (let at = 0; at < 1_500; at++) {
      tally.note(`frame ${at}`, 'calls');
      tally.note('page', 'calls');
    }
    const calls = ['frame 500', 'frame 501', 'frame 1499', 'page'].map((client) => tally.of(client).calls);
    expect([...calls, tally.all.calls]).toEqual([0, 1, 1, 1_500, 3_000]);
  });

  test('counts by client, and forgets clients that are closed', async () => {
    const handed = ['one', 'two'].map((clientId) => coalescer.serve(seen('/a'), { clientId }));
    sent[0]?.reject(new TypeError('Failed to fetch'));
    await Promise.allSettled(handed);
    expect(tally.all).toEqual({
      calls: 2,
      launched: 1,
      joined: 1,
      bypassed: 0,
      left: 0,
      failed: 2,
    });
    expect(tally.of('two')).toMatchObject({ calls: 1, launched: 0, joined: 1, failed: 1 });
    tally.keep(['one']);
    expect(tally.of('one').calls).toBe(1);
    expect(tally.of('two').calls).toBe(0);
  });
});
