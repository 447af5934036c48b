// Random sequences of calls to a wrapped fetch with random options. In the end each caller that has not left has the whole
// answer of one request, which is of its own URL and user, and no older than a write before its call.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFetch, type FetchOptions } from '../../src/index.ts';
import { Network, type Sent } from '../support/network.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const origin = 'http://coflight.test';
const waysToRead = ['text', 'json', 'bytes', 'arrayBuffer', 'blob', 'chunks', 'clones', 'pipe'] as const;

/** What a request of the network stands for, as its body says. */
type Told = readonly [path: string, user: string, trace: string, launch: number, ...chunks: string[]];

interface Call {
  readonly path: string;
  readonly user: string;
  readonly trace: string;
  readonly controller: AbortController;
  /** The number of the event with which it was made. */
  readonly asked: number;
  readonly answer: Promise<Response>;
  response?: Response;
  isRead?: boolean;
  /** What it has read, or how that has failed. */
  told: Told[];
  error?: unknown;
}

interface Write {
  readonly sent: Sent;
  /** The numbers of the events with which it was begun and answered, and with which its caller knew. */
  readonly begun: number;
  answered: number;
  known: number;
}

interface Answered {
  readonly sent: Sent;
  readonly launch: number;
  chunks: number;
  isOpen: boolean;
}

class World {
  readonly network = new Network();
  readonly fetch: ReturnType<typeof createFetch>;
  readonly options: FetchOptions;
  readonly calls: Call[] = [];
  readonly writes: Write[] = [];
  readonly answered = new Map<Sent, Answered>();
  /** The numbers of the events with which requests were sent. */
  readonly launches = new Map<Sent, number>();
  readonly failed = new Set<string>();
  readonly reads: Promise<void>[] = [];
  #events = 0;

  constructor(options: FetchOptions) {
    this.options = options;
    this.fetch = createFetch({ ...options, fetch: this.network.fetch });
  }

  next(): number {
    for (const sent of this.network.sent)
      if (!this.launches.has(sent)) this.launches.set(sent, ++this.#events);
    return ++this.#events;
  }

  call(path: string, user: string, trace: string): void {
    const controller = new AbortController();
    const asked = this.next();
    const headers = { ...(user && { authorization: user }), ...(trace && { 'x-trace': trace }) };
    const answer = this.fetch(`${origin}${path}`, { headers, signal: controller.signal });
    const call: Call = { path, user, trace, controller, asked, answer, told: [] };
    this.calls.push(call);
    answer.then(
      (response) => {
        call.response = response;
      },
      (error) => {
        call.error = error;
      },
    );
  }

  read(call: Call, way: (typeof waysToRead)[number]): void {
    if (!call.response || call.isRead) return;
    call.isRead = true;
    const read = this.#read(call, call.response, way).catch((error) => {
      call.error = error;
    });
    this.reads.push(read);
  }

  async #read(call: Call, response: Response, way: (typeof waysToRead)[number]): Promise<void> {
    const told = (text: string) => void call.told.push(JSON.parse(text));
    const decode = (bytes: BufferSource) => new TextDecoder().decode(bytes);
    switch (way) {
      case 'text':
        return told(await response.text());
      case 'json':
        return void call.told.push((await response.json()) as Told);
      case 'bytes': {
        const bytes = await response.bytes();
        told(decode(bytes));
        bytes.fill(0);
        return;
      }
      case 'arrayBuffer': {
        const buffer = await response.arrayBuffer();
        told(decode(buffer));
        structuredClone(buffer, { transfer: [buffer] });
        return;
      }
      case 'blob':
        return told(await (await response.blob()).text());
      case 'chunks': {
        let text = '';
        for await (const chunk of response.body ?? []) {
          text += decode(chunk);
          chunk.fill(0);
        }
        return told(text);
      }
      case 'clones': {
        const twin = response.clone();
        told(await response.text());
        return told(await twin.text());
      }
      case 'pipe':
        return told(await new Response(response.body).text());
    }
  }

  answer(at: number, headers: Record<string, string>): void {
    this.next();
    const open = this.network.sent.filter((sent) => sent.method === 'GET' && !this.answered.has(sent));
    const sent = open[at % open.length];
    if (!sent) return;
    const launch = this.launches.get(sent) ?? 0;
    const answered = { sent, launch, chunks: 0, isOpen: true };
    this.answered.set(sent, answered);
    sent.signal?.addEventListener('abort', () => {
      answered.isOpen = false;
    });
    sent.answer({ headers });
    const { headers: asked } = sent;
    const names = [new URL(sent.url).pathname, asked.get('authorization') ?? '', asked.get('x-trace') ?? ''];
    this.#send(answered, `${JSON.stringify([...names, launch]).slice(0, -1)}`);
  }

  arrive(at: number): void {
    const answered = this.#open(at);
    if (answered) this.#send(answered, `,"${++answered.chunks}${'x'.repeat(at * 10)}"`);
  }

  end(at: number): void {
    const answered = this.#open(at);
    if (!answered) return;
    this.#send(answered, ']');
    answered.isOpen = false;
    answered.sent.end();
  }

  fail(at: number): void {
    this.next();
    const under = this.network.sent.filter(
      (sent) => sent.method === 'GET' && this.answered.get(sent)?.isOpen !== false,
    );
    const sent = under[at % under.length];
    if (!sent) return;
    this.failed.add(new URL(sent.url).pathname);
    this.answered.set(sent, { sent, launch: 0, chunks: 0, isOpen: false });
    sent.fail(new TypeError('Failed to fetch'));
  }

  write(): void {
    const begun = this.next();
    const answer = this.fetch(`${origin}/login`, { method: 'POST' });
    const write = { begun, sent: this.network.sent.at(-1) as Sent, answered: Infinity, known: Infinity };
    this.writes.push(write);
    answer.then(() => {
      write.known = this.next();
    });
  }

  written(): void {
    const write = this.writes.find(({ answered }) => answered === Infinity);
    if (!write) return;
    write.answered = this.next();
    write.sent.answer();
  }

  get isAnswered(): boolean {
    return this.network.sent.every(
      (sent) => sent.method !== 'GET' || this.answered.get(sent)?.isOpen === false,
    );
  }

  #open(at: number): Answered | undefined {
    const open = [...this.answered.values()].filter(({ isOpen }) => isOpen);
    return open[at % open.length];
  }

  #send({ sent }: Answered, text: string): void {
    try {
      sent.arrive(new TextEncoder().encode(text));
    } catch {
      // The body was cancelled.
    }
  }
}

const at = <Item>(items: readonly Item[], index: number) => items[index % items.length];
const turn = async () => {
  await setImmediate();
  await setImmediate();
};

const acts: Record<string, (world: World, index: number) => unknown> = {
  call: (world, index) => world.call('/a', '', at(['', '1', '2'], index) ?? ''),
  callAs: (world, index) =>
    world.call(at(['/a', '/b'], index) ?? '', at(['ann', 'bob'], index >> 1) ?? '', ''),
  callAgain: (world, index) => world.call(at(['/a', '/b'], index) ?? '', '', ''),
  abort: (world, index) => at(world.calls, index)?.controller.abort(),
  ...Object.fromEntries(
    waysToRead.map((way) => [
      way,
      (world: World, index: number) => {
        const call = at(
          world.calls.filter(({ response, isRead }) => response && !isRead),
          index,
        );
        if (call) world.read(call, way);
      },
    ]),
  ),
  answer: (world, index) => world.answer(index, {}),
  answerVarying: (world, index) => world.answer(index, { vary: 'x-trace' }),
  answerLasting: (world, index) => world.answer(index, { 'cache-control': 'max-age=60' }),
  arrive: (world, index) => world.arrive(index),
  end: (world, index) => world.end(index),
  fail: (world, index) => world.fail(index),
  write: (world) => world.write(),
  written: (world) => world.written(),
  forget: (world, index) => world.fetch.forget(`${origin}${at(['/a', '/b'], index)}`),
  turn,
  moment: async (_, index) => {
    await turn();
    await vi.advanceTimersByTimeAsync(index * 5);
  },
  while: async (_, index) => {
    await turn();
    await vi.advanceTimersByTimeAsync(index * 100);
  },
};

/** Calls, and what the network does, are more frequent than the rest. */
const frequent = Object.keys(acts).filter((name) => /^(call|answer|arrive|end)/.test(name));

const steps = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(acts), ...frequent, ...frequent), fc.nat(20)),
  {
    minLength: 3,
    maxLength: 40,
  },
);

const options = fc.record(
  {
    linger: fc.constantFrom(0, 30, 1000),
    joinUntil: fc.constantFrom('body' as const, 'headers' as const),
    leaderTimeout: fc.constantFrom(0, 20),
    maxReplay: fc.constantFrom(0, 50, 1000),
    json: fc.constantFrom('own' as const, 'frozen' as const),
    ignoreHeaders: fc.constantFrom([], ['x-trace']),
  },
  { requiredKeys: [] },
);

const run = async (
  options: FetchOptions,
  steps: readonly (readonly [string, number])[],
  leave: boolean,
): Promise<void> => {
  const world = new World(options);
  for (const [name, index] of steps) {
    await acts[name]?.(world, index);
    world.next();
  }
  if (leave) {
    for (const { controller } of world.calls) controller.abort();
    await turn();
    const under = world.network.sent.filter(
      (sent) => sent.method === 'GET' && isOpen(world, sent) && !sent.signal?.aborted,
    );
    expect(under.map(({ url }) => url)).toEqual([]);
  }
  for (let round = 0; round < 40; round++) {
    await turn();
    await vi.advanceTimersByTimeAsync(10);
    for (const [index, call] of world.calls.entries())
      world.read(call, at(waysToRead, index * index) ?? 'text');
    world.written();
    world.answer(0, {});
    world.end(0);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  await turn();
  for (const { path, user, trace, controller, asked, told, error, response } of world.calls) {
    if (controller.signal.aborted) continue;
    if (error) {
      expect([world.failed.has(path), (error as Error).message]).toEqual([true, 'Failed to fetch']);
      continue;
    }
    expect(response).toBeDefined();
    expect(told.length).toBeGreaterThan(0);
    for (const [answered, owner, traced, launched, ...chunks] of told) {
      expect([answered, owner]).toEqual([path, user]);
      expect(chunks.map((chunk) => Number.parseInt(chunk, 10))).toEqual(chunks.map((_, at) => at + 1));
      if (response?.headers.has('vary') || !options.ignoreHeaders?.length) expect(traced).toBe(trace);
      for (const write of world.writes) {
        if (asked > write.known) expect(launched).toBeGreaterThan(write.answered);
        if (asked > write.begun) expect(launched).toBeGreaterThan(write.begun);
      }
    }
  }
  expect(world.fetch.flights()).toEqual([]);
  expect(world.fetch.stats().inFlight).toBe(0);
};

/** True while the server has not sent the last byte of a request. */
const isOpen = (world: World, sent: Sent) => world.answered.get(sent)?.isOpen ?? true;

test('Whatever the options are, each caller gets the whole answer of its own call', async () => {
  await fc.assert(fc.asyncProperty(options, steps, fc.boolean(), run), {
    numRuns: 500,
  });
});
