// Random sequences of calls that have signals, as those of the worker's own `fetch`. A signal rejects its call at once and no
// other. In the end every other call has the answer of its own URL, all requests and bodies that no one reads have ended, and
// nothing is in flight.

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { coalescer, open, sent } from '../support/open-coalescer.ts';
import { list } from '../support/timeline.ts';
import { unhandled } from '../support/unhandled.ts';
import { type Init, streaming } from '../support/worker-network.ts';
import { seen } from '../support/worker-scope.ts';

class Call {
  readonly path: string;
  readonly control = new AbortController();
  /** True for one that does not read its body. */
  readonly stalls: boolean;
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  isAborted = false;
  isAnswered = false;
  text: string | undefined;
  error: unknown;

  constructor(path: string, { stalls = false, ...init }: RequestInit & { readonly stalls?: boolean }) {
    this.path = path;
    this.stalls = stalls;
    this.#run(init).catch((error) => {
      this.error = error;
    });
  }

  async #run(init: RequestInit): Promise<void> {
    const response = await coalescer.serve(seen(this.path, { signal: this.control.signal, ...init }));
    this.isAnswered = true;
    this.reader = response.body?.getReader();
    if (this.stalls) return;
    let text = '';
    for (let chunk = await this.reader?.read(); chunk?.value; chunk = await this.reader?.read())
      text += new TextDecoder().decode(chunk.value);
    this.text = text;
  }

  abort(): void {
    if (this.text !== undefined || this.error !== undefined) return;
    this.isAborted = true;
    this.control.abort('enough');
  }

  leave(): void {
    this.abort();
    this.reader?.cancel().catch(() => {});
  }
}

class World {
  readonly calls: Call[] = [];
  /** The bodies that arrive, by the number of their request. */
  readonly bodies = new Map<number, ReturnType<typeof streaming>>();
  readonly failed = new Set<string>();
  readonly #answered = new Set<number>();

  ask(path: string, init: ConstructorParameters<typeof Call>[1] = {}): void {
    this.calls.push(new Call(path, init));
  }

  /** The numbers of the requests without an answer. */
  get open(): readonly number[] {
    return [...sent.keys()].filter((at) => !this.#answered.has(at) && !sent[at]?.request.signal.aborted);
  }

  answer(at: number, init: Init = {}): void {
    const index = this.open[at % this.open.length];
    const one = index === undefined ? undefined : sent[index];
    if (!one || index === undefined) return;
    const { signal, url } = one.request;
    const body = streaming(init);
    this.#answered.add(index);
    this.bodies.set(index, body);
    body.cancelled.then(() => this.#over(index));
    signal.addEventListener('abort', () => {
      if (this.#over(index)) body.fail(signal.reason);
    });
    body.write(new URL(url).pathname).catch(() => {});
    one.resolve(body.response);
  }

  fail(at: number): void {
    const index = this.open[at % this.open.length];
    if (index === undefined) return;
    this.#answered.add(index);
    this.failed.add(new URL(sent[index]?.request.url ?? '').pathname);
    sent[index]?.reject(new TypeError('Failed to fetch'));
  }

  write(at: number): void {
    const body = [...this.bodies.values()][at % this.bodies.size];
    body?.write('.'.repeat(30)).catch(() => {});
  }

  /** Ends a body, or cuts it. */
  end(at: number, error?: Error): void {
    const [index, body] = [...this.bodies][at % this.bodies.size] ?? [];
    if (!body || index === undefined) return;
    this.#over(index);
    if (error) {
      this.failed.add(new URL(sent[index]?.request.url ?? '').pathname);
      body.fail(error);
    } else body.end();
  }

  #over(index: number): boolean {
    const one = sent[index];
    if (!one || !this.bodies.delete(index)) return false;
    list([{ name: one.request.url, startTime: one.time }]);
    return true;
  }
}

type Act = (world: World, at: number) => unknown;
const acts: Record<string, Act> = {
  ask: (world, at) => world.ask(at % 4 ? '/a' : '/b'),
  askAgain: (world) => world.ask('/a'),
  askForElement: (world) => world.ask('/a', { mode: 'no-cors', credentials: 'include' }),
  stall: (world) => world.ask('/a', { stalls: true }),
  abort: (world, at) => world.calls[at % world.calls.length]?.abort(),
  answer: (world, at) => world.answer(at),
  answerVarying: (world, at) => world.answer(at, { headers: { vary: '*' } }),
  answerOfOther: (world, at) => world.answer(at, { type: 'cors' }),
  answerOpaque: (world, at) => world.answer(at, { type: 'opaque' }),
  answerLong: (world, at) => world.answer(at, { headers: { 'content-length': `${2 ** 26}` } }),
  write: (world, at) => world.write(at),
  end: (world, at) => world.end(at),
  cut: (world, at) => world.end(at, new TypeError('The connection was closed.')),
  fail: (world, at) => world.fail(at),
  forget: () => coalescer.forget(),
  turn: () => vi.advanceTimersByTimeAsync(0),
  moment: (_, at) => vi.advanceTimersByTimeAsync(at * 3),
  while: (_, at) => vi.advanceTimersByTimeAsync(at * 100),
};

const run = async (steps: readonly (readonly [string, number])[], leave: boolean) => {
  open({ maxReplay: 40 });
  const world = new World();
  const { calls, bodies, failed } = world;
  const errors = await unhandled(async () => {
    for (const [name, at] of steps) {
      // No network answers at once. The timeline cannot tell requests for one URL that are sent within a millisecond.
      await vi.advanceTimersByTimeAsync(3);
      await acts[name]?.(world, at);
    }
    await vi.advanceTimersByTimeAsync(0);
    for (const { isAborted, isAnswered, error } of calls)
      if (isAborted && !isAnswered) expect(error).toBe('enough');
    if (leave) {
      for (const call of calls) call.leave();
      await vi.advanceTimersByTimeAsync(1_000);
      expect([world.open.length, bodies.size]).toEqual([0, 0]);
    }
    for (let round = 0; round < 4; round++) {
      while (world.open.length) world.answer(0);
      await vi.advanceTimersByTimeAsync(1_000);
      while (bodies.size) world.end(0);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    for (const { path, isAborted, stalls, text, error } of calls)
      if (!isAborted && !stalls && !(error && failed.has(path))) expect(text?.replace(/\.+$/, '')).toBe(path);
    await vi.advanceTimersByTimeAsync(70_000);
    expect([coalescer.inFlight, coalescer.callers.arriving.size]).toEqual([0, 0]);
  });
  expect(errors).toEqual([]);
};

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(20)), {
  minLength: 3,
  maxLength: 30,
});

test('Whatever signals abort, every other call gets its own answer, and nothing is left', async () => {
  await fc.assert(fc.asyncProperty(steps, fc.boolean(), run), { numRuns: 500 });
});
