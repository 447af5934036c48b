// Random sequences of what pages and their browsers do to a worker. In the end every caller that waited has the answer of
// its own URL, which is no older than a write before its call, and nothing is in flight.

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { now } from '../../src/protocol/clock.ts';
import type { Abort, PageMessage } from '../../src/protocol/messages.ts';
import { Aborts } from '../../src/register/aborts.ts';
import { nameOf } from '../../src/register/name-of.ts';
import type { RequestFacts, Sent } from '../../src/register/sources.ts';
import { writeOf } from '../../src/service-worker/writes.ts';
import { coalescer, open, sent } from '../support/open-coalescer.ts';
import { requestName } from '../support/request-name.ts';
import { list } from '../support/timeline.ts';
import { type Init, streaming } from '../support/worker-network.ts';
import { seen } from '../support/worker-scope.ts';

/** One call of a page. */
interface Call {
  readonly path: string;
  readonly page: Page;
  /** When it was made, and when it has come to the worker: numbers of events. */
  readonly asked: number;
  come: number;
  /** The page's clock when it was made. */
  readonly time: number;
  /** The page's clock until which its browser follows redirects. */
  until: number;
  redirects: number;
  response: Response | undefined;
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** True when its page does not know it: an element has sent it. */
  readonly isUnknown: boolean;
  /** The text of the answer, or how it has failed. */
  end: string | undefined;
}

interface Write {
  readonly page: Page;
  readonly begun: number;
  answered: number;
}

/** The URL of every page. */
const page = 'https://map.example/page';

/** Waits as long as a message takes. */
const pass = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

class Page {
  readonly id: string;
  readonly calls: Call[] = [];
  isOpen = true;
  readonly #world: World;
  readonly #aborts: Aborts;
  /** Milliseconds until its messages arrive, and in which a busy page still follows redirects. */
  readonly #delay: number;
  readonly #lag: number;

  constructor(world: World, id: string, delay: number, lag: number) {
    this.id = id;
    this.#world = world;
    this.#delay = delay;
    this.#lag = lag;
    const tell = (message: PageMessage) => {
      pass(this.#delay).then(() => {
        if (message.type === 'coflight:idle') coalescer.callers.asks.idle(this.id, message.time);
        else coalescer.leave(this.id, message as Abort);
      });
    };
    const underWay = () =>
      this.calls
        .filter(({ until, end, isUnknown }) => until === Infinity && end === undefined && !isUnknown)
        .map(({ path, time }) => ({ request: requestName(path), time, page }) as Sent);
    this.#aborts = new Aborts(tell, underWay);
  }

  ask(path: string, delay: number, isUnknown = false): void {
    const call: Call = {
      path,
      page: this,
      asked: this.#world.next(),
      come: 0,
      time: now(),
      until: Infinity,
      redirects: 0,
      response: undefined,
      reader: undefined,
      isUnknown,
      end: undefined,
    };
    this.calls.push(call);
    this.#run(call, delay).catch((error) => {
      call.end = `${error}`;
      this.#settle(call, 'failed');
    });
  }

  async #run(call: Call, delay: number): Promise<void> {
    await pass(delay);
    if (now() > call.until || !this.isOpen) return;
    call.come = this.#world.next();
    let url = call.path;
    for (;;) {
      const request = seen(url, { headers: { accept: '*/*' } });
      const response = await coalescer.serve(request, { clientId: this.id });
      if (now() > call.until || !this.isOpen) return response.body?.cancel();
      if (response.status !== 307) {
        call.response = response;
        call.reader = response.body?.getReader();
        if (call.until < Infinity) return call.reader?.cancel();
        let text = '';
        for (let chunk = await call.reader?.read(); chunk?.value; chunk = await call.reader?.read())
          text += new TextDecoder().decode(chunk.value);
        call.end ??= text;
        if (call.end === text) this.#settle(call, 'fulfilled');
        return;
      }
      call.redirects++;
      url = response.headers.get('location') ?? '';
    }
  }

  abort(call: Call): void {
    if (call.until < Infinity || call.end !== undefined) return;
    call.until = now() + this.#lag;
    if (call.response) {
      call.end = 'aborted';
      call.reader?.cancel().catch(() => {});
    }
    this.#settle(call, 'aborted');
  }

  /** Makes the page hear that a call is over. If it does not know the call, the site tells the worker of its abort. */
  #settle({ path, time, isUnknown }: Call, outcome: string): void {
    const request = requestName(path) as RequestFacts;
    if (!isUnknown)
      this.#aborts.hear('settle', { url: request.url, request, outcome }, { request, time, page });
    else if (outcome === 'aborted') this.#aborts.aborted(nameOf(request));
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const { reader } of this.calls) reader?.cancel().catch(() => {});
    pass(this.#delay).then(() => coalescer.clientClosed(this.id));
  }

  write(): void {
    if (!this.isOpen) return;
    const write = writeOf(new Request('https://map.example/todos', { method: 'POST' }));
    coalescer.writes.begin(write, this.id);
    coalescer.writes.watch(write, this.id);
    const own: Write = { page: this, begun: this.#world.next(), answered: Infinity };
    this.#world.writes.push(own);
    this.#world.answers.push(() => {
      own.answered = this.#world.next();
      pass(this.#delay).then(() => coalescer.writes.end(write, this.id));
    });
  }
}

class World {
  readonly pages: readonly Page[];
  readonly writes: Write[] = [];
  /** End the writes that are under way. */
  readonly answers: (() => void)[] = [];
  readonly bodies: { end(): void }[] = [];
  /** The requests of which a body arrives. */
  readonly arriving = new Set<Request>();
  readonly launches: number[] = [];
  readonly failed = new Set<string>();
  #events = 0;
  #answered = new Set<number>();

  constructor(delays: readonly number[], lags: readonly number[]) {
    this.pages = ['one', 'two'].map((id, at) => new Page(this, id, delays[at] ?? 0, lags[at] ?? 0));
  }

  /** Numbers an event. */
  next(): number {
    while (this.launches.length < sent.length) this.launches.push(++this.#events);
    return ++this.#events;
  }

  get calls(): Call[] {
    return this.pages.flatMap(({ calls }) => calls);
  }

  /** Answers a request, chosen by a number, with its headers. */
  answer(at: number, init: Init = {}): void {
    this.next();
    const left = [...sent.keys()].filter((one) => !this.#answered.has(one));
    const index = left[at % left.length];
    const one = index === undefined ? undefined : sent[index];
    if (!one || index === undefined) return;
    this.#answered.add(index);
    const body = streaming(init);
    const { request, time } = one;
    const { signal } = request;
    if (!signal.aborted) this.arriving.add(request);
    const over = () => {
      this.arriving.delete(request);
      list([{ name: request.url, startTime: time }]);
    };
    body.cancelled.then(over);
    signal.addEventListener('abort', () => {
      body.fail(signal.reason);
      over();
    });
    body.write(`${new URL(request.url).pathname} ${this.launches[index]}`).catch(() => {});
    one.resolve(body.response);
    this.bodies.push({
      end() {
        body.end();
        over();
      },
    });
  }

  fail(at: number): void {
    const left = [...sent.keys()].filter((one) => !this.#answered.has(one));
    const index = left[at % left.length];
    if (index === undefined) return;
    this.#answered.add(index);
    this.failed.add(new URL(sent[index]?.request.url ?? '').pathname);
    sent[index]?.reject(new TypeError('Failed to fetch'));
  }

  /** Ends a body. */
  end(at: number): void {
    const [body] = this.bodies.splice(at % this.bodies.length, 1);
    try {
      body?.end();
    } catch {
      // It was aborted.
    }
  }

  /** The requests without an answer. */
  get open() {
    return sent.filter((_, index) => !this.#answered.has(index));
  }
}

type Act = (world: World, at: number) => unknown;
const paths = ['/a', '/b'];
const pageOf = (world: World, at: number) => world.pages[at % world.pages.length] as Page;
const pathOf = (at: number) => paths[(at >> 1) % paths.length] as string;

const acts: Record<string, Act> = {
  ask: (world, at) => pageOf(world, at).ask(pathOf(at), 0),
  askSlowly: (world, at) => pageOf(world, at).ask(pathOf(at), at),
  askUnknown: (world, at) => pageOf(world, at).ask(pathOf(at), 0, true),
  askAgain(world, at) {
    const call = world.calls[at % world.calls.length];
    if (!call) return;
    call.page.abort(call);
    call.page.ask(call.path, 0);
  },
  abort(world, at) {
    const call = world.calls[at % world.calls.length];
    call?.page.abort(call);
  },
  close: (world, at) => pageOf(world, at).close(),
  answer: (world, at) => world.answer(at),
  answerVarying: (world, at) => world.answer(at, { headers: { vary: '*' } }),
  answerOfOther: (world, at) => world.answer(at, { type: 'cors' }),
  answerOpaque: (world, at) => world.answer(at, { type: 'opaque' }),
  answerEndless: (world, at) => world.answer(at, { headers: { 'content-type': 'text/event-stream' } }),
  answerLong: (world, at) => world.answer(at, { headers: { 'content-length': `${2 ** 26}` } }),
  end: (world, at) => world.end(at),
  fail: (world, at) => world.fail(at),
  write: (world, at) => pageOf(world, at).write(),
  answerWrite: (world) => world.answers.shift()?.(),
  forget: (world, at) => coalescer.forget(`https://map.example${pathOf(at)}`, pageOf(world, at).id),
  turn: () => vi.advanceTimersByTimeAsync(0),
  moment: (_, at) => vi.advanceTimersByTimeAsync(at * 3),
  while: (_, at) => vi.advanceTimersByTimeAsync(at * 100),
};

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(20)), {
  minLength: 3,
  maxLength: 30,
});
const delays = fc.tuple(fc.nat(15), fc.nat(15));
const lags = fc.constantFrom([0, 0], [5, 0], [100, 5], [0, 100]);

const run = async (
  steps: readonly (readonly [string, number])[],
  delays: readonly number[],
  lags: readonly number[],
  leave: boolean,
) => {
  open();
  const world = new World(delays, lags);
  for (const [name, at] of steps) {
    // No network answers at once. The timeline cannot tell requests for one URL that are sent within a millisecond.
    if (leave || name.startsWith('answer')) await vi.advanceTimersByTimeAsync(3);
    await acts[name]?.(world, at);
    world.next();
  }
  for (const answer of world.answers.splice(0)) answer();
  // A browser that follows redirects after an abort may come back unknown. Its request ends when the network answers.
  if (leave && !lags.some(Boolean)) {
    for (const call of world.calls) call.page.abort(call);
    await vi.advanceTimersByTimeAsync(60_000);
    // No one waits, so all requests and bodies have ended.
    expect(world.open.filter(({ request }) => !request.signal.aborted)).toEqual([]);
    expect([...world.arriving]).toEqual([]);
  }
  const waits = () =>
    world.calls.filter(({ until, end, page }) => until === Infinity && page.isOpen && end === undefined);
  for (let round = 0; round < 60 && (waits().length || round < 3); round++) {
    await vi.advanceTimersByTimeAsync(1_000);
    while (world.open.length) world.answer(0);
    await vi.advanceTimersByTimeAsync(1_000);
    while (world.bodies.length) world.end(0);
  }
  expect(waits()).toEqual([]);
  for (const { path, until, page, end, redirects, asked, come } of world.calls) {
    expect(redirects).toBeLessThanOrEqual(15);
    if (until < Infinity || !page.isOpen) continue;
    const [answered, launched] = (end ?? '').split(' ');
    if (world.failed.has(path) && answered === 'TypeError:') continue;
    expect(answered).toBe(path);
    // A page that is closed reports the end of no write.
    for (const write of world.writes.filter(({ page }) => page.isOpen)) {
      if (asked > write.answered) expect(Number(launched)).toBeGreaterThan(write.answered);
      if (come > write.begun) expect(Number(launched)).toBeGreaterThan(write.begun);
    }
  }
  await vi.advanceTimersByTimeAsync(70_000);
  expect([coalescer.inFlight, coalescer.callers.arriving.size]).toEqual([0, 0]);
};

test('Whatever pages do, every caller that waits gets its own answer, and nothing is left', async () => {
  await fc.assert(fc.asyncProperty(steps, delays, lags, fc.boolean(), run), { numRuns: 500 });
});
