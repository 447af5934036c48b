// Compares random sequences of calls with a slow and simple model: which calls share, which bytes each caller gets,
// whom an abort affects, and when the network is told to stop.

import { setImmediate as immediately } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { Network, type Sent } from '../support/network.ts';

const origin = 'http://coflight.test';
/** A write to the first also fences the second. Most calls go to the first. */
const paths = ['/a', '/a?zoom=1', '/b', '/a', '/a', '/a'];

const step = fc.record({
  what: fc.constantFrom(
    ...([
      'call',
      'call',
      'call',
      'call',
      'call',
      'abort',
      'text',
      'arrayBuffer',
      'read',
      'read',
      'read',
    ] as const),
    ...([
      'headers',
      'headers',
      'arrive',
      'arrive',
      'arrive',
      'end',
      'fail',
      'cancel',
      'write',
      'written',
    ] as const),
    ...(['forget'] as const),
  ),
  path: fc.constantFrom(...paths),
  user: fc.constantFrom('', '', '', 'ann', 'bob'),
  /** Chooses among the possible ones. */
  nth: fc.nat(1000),
  /** For a call: its signal is aborted already. For a write: it fails. */
  oddly: fc.nat(7).map((n) => n === 0),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The outcome of a promise. */
type Outcome = { value: unknown } | { error: unknown };

interface ModelFlight {
  readonly path: string;
  readonly user: string;
  readonly sent: Sent;
  readonly subscribers: Set<Caller>;
  joinable: boolean;
  /** True when the headers have arrived. */
  answered: boolean;
  /** Chunks that the server has sent and no one has read. */
  waiting: string[];
  /** Chunks that a caller has read. */
  arrived: string[];
  /** How the server ended the body. Only a caller that reads to the end sees it. */
  closing: Outcome | undefined;
  /** How the flight ended for its subscribers. */
  ended: Outcome | undefined;
  /** Chunks that came since a reader last waited. The body takes two without a reader. */
  ahead: number;
  /** The reason with which the network was told to stop. */
  aborted: unknown;
}

type Reading = 'no' | 'whole' | 'chunks';

interface Caller {
  readonly flight: ModelFlight | undefined;
  readonly controller: AbortController;
  /** The expected outcome of the call, and the real one. */
  response: Outcome | undefined;
  seenResponse: Outcome | undefined;
  /** The expected outcomes of its reads in turn, and the real ones. */
  reads: (Outcome | undefined)[];
  seenReads: (Outcome | undefined)[];
  reading: Reading;
  /** Counts the chunks that it has read. */
  at: number;
  /** True when it has ended, left or failed. Later events do not concern it. */
  over: boolean;
  /** The outcome of its later reads. */
  end: Outcome | undefined;
  cancelled: boolean;
  readonly real: { response?: Response; reader?: ReadableStreamDefaultReader<Uint8Array> };
}

const failure = (what: string) => new TypeError(what);

class Run {
  readonly network = new Network();
  readonly fetch = createFetch({ fetch: this.network.fetch });
  readonly flights: ModelFlight[] = [];
  readonly callers: Caller[] = [];
  readonly writes: { path: string; sent: Sent; over: boolean }[] = [];
  calls = 0;
  joined = 0;
  left = 0;
  settledFlights = 0;
  failed = 0;

  // Events, applied to the wrapped fetch and to the model.

  call({ path, user, oddly }: Step): void {
    this.calls++;
    const controller = new AbortController();
    if (oddly) controller.abort('spent');
    let flight: ModelFlight | undefined;
    const launched = this.network.sent.length;
    const promise = this.fetch(origin + path, {
      ...(user && { headers: { 'X-User': user } }),
      signal: controller.signal,
    });
    if (oddly) expect(this.network.sent.length).toBe(launched);
    else {
      flight = this.flights.find((one) => one.joinable && one.path === path && one.user === user);
      // The launch is synchronous, and happens only when there is nothing to join.
      expect(this.network.sent.length).toBe(launched + (flight ? 0 : 1));
      if (flight) this.joined++;
      else this.flights.push((flight = this.#flight(path, user)));
    }
    const caller: Caller = {
      flight,
      controller,
      response: oddly ? { error: 'spent' } : undefined,
      seenResponse: undefined,
      reads: [],
      seenReads: [],
      reading: 'no',
      at: 0,
      over: oddly,
      end: undefined,
      cancelled: false,
      real: {},
    };
    flight?.subscribers.add(caller);
    if (flight?.answered) caller.response = { value: 'response' };
    promise.then(
      (response) => {
        caller.real.response = response;
        caller.seenResponse = { value: 'response' };
      },
      (error: unknown) => void (caller.seenResponse = { error }),
    );
    this.callers.push(caller);
  }

  #flight(path: string, user: string): ModelFlight {
    const sent = this.network.sent.at(-1) as Sent;
    expect([sent.url, sent.method, sent.headers.get('x-user') ?? '']).toEqual([origin + path, 'GET', user]);
    return {
      path,
      user,
      sent,
      subscribers: new Set(),
      joinable: true,
      answered: false,
      waiting: [],
      arrived: [],
      closing: undefined,
      ended: undefined,
      ahead: 0,
      aborted: undefined,
    };
  }

  abort({ nth }: Step): void {
    const caller = this.callers[nth % this.callers.length];
    if (!caller || caller.controller.signal.aborted) return;
    const reason = new Error(`abort ${this.callers.indexOf(caller)}`);
    caller.controller.abort(reason);
    if (caller.over) return;
    if (caller.response) this.#finish(caller, { error: reason });
    else caller.response = { error: reason };
    this.#leave(caller, reason);
  }

  cancel({ nth }: Step): void {
    const caller = this.#reader(nth);
    if (!caller || caller.reading === 'whole') return;
    const reason = new Error('cancelled');
    const { response, reader } = caller.real;
    void (reader ?? response?.body)?.cancel(reason).catch(() => {});
    caller.cancelled = true;
    if (caller.over) return;
    // A read that waits ends.
    if (caller.reads.length && !caller.reads.at(-1))
      caller.reads[caller.reads.length - 1] = { value: 'no more' };
    this.#leave(caller, reason);
  }

  text = (step: Step): void => this.#whole(step, (response) => response.text());
  arrayBuffer = (step: Step): void =>
    this.#whole(step, async (response) => new TextDecoder().decode(await response.arrayBuffer()));

  #whole({ nth }: Step, read: (response: Response) => Promise<string>): void {
    const caller = this.#reader(nth);
    if (caller?.reading !== 'no') return;
    caller.reading = 'whole';
    this.#see(caller, read(caller.real.response as Response));
  }

  read({ nth }: Step): void {
    const caller = this.#reader(nth);
    // One read at a time: the stream itself queues a second one.
    if (!caller || caller.reading === 'whole' || (caller.reads.length && !caller.reads.at(-1))) return;
    caller.reading = 'chunks';
    const body = caller.real.response?.body as ReadableStream<Uint8Array>;
    const reader = (caller.real.reader ??= body.getReader());
    this.#see(
      caller,
      reader.read().then(({ done, value }) => {
        if (done) return 'no more';
        const text = new TextDecoder().decode(value);
        // A caller that changes its bytes does not change those of others.
        value.fill(0);
        return text;
      }),
    );
  }

  /** Chooses a caller that has a body which it has not cancelled. */
  #reader(nth: number): Caller | undefined {
    const readers = this.callers.filter(({ real, cancelled }) => real.response && !cancelled);
    return readers[nth % readers.length];
  }

  #see(caller: Caller, promise: Promise<unknown>): void {
    const at = caller.reads.length;
    caller.reads.push(
      caller.end && (caller.reading === 'whole' && 'value' in caller.end ? { value: '' } : caller.end),
    );
    caller.seenReads.push(undefined);
    promise.then(
      (value) => void (caller.seenReads[at] = { value }),
      (error: unknown) => void (caller.seenReads[at] = { error }),
    );
  }

  headers({ nth }: Step): void {
    const flight = this.#under(nth, (one) => !one.answered);
    if (!flight) return;
    flight.sent.answer();
    flight.answered = true;
    for (const caller of flight.subscribers) caller.response = { value: 'response' };
  }

  arrive({ nth }: Step): void {
    const flight = this.#under(nth, (one) => one.answered);
    if (!flight) return;
    const text = `${this.flights.indexOf(flight)}:${flight.arrived.length + flight.waiting.length} `;
    flight.sent.arrive(new TextEncoder().encode(text));
    flight.waiting.push(text);
  }

  end({ nth }: Step): void {
    const flight = this.#under(nth, (one) => one.answered);
    if (!flight) return;
    flight.sent.end();
    flight.closing = { value: 'no more' };
  }

  fail({ nth }: Step): void {
    const flight = this.#under(nth, () => true);
    if (!flight) return;
    const error = failure(`flight ${this.flights.indexOf(flight)}`);
    flight.sent.fail(error);
    if (flight.answered) {
      // A stream that fails drops what it had in its queue.
      flight.waiting = [];
      flight.closing = { error };
    } else {
      this.#over(flight, { error });
      for (const caller of flight.subscribers) {
        caller.response = { error };
        caller.over = true;
      }
    }
  }

  #under(nth: number, fits: (flight: ModelFlight) => boolean): ModelFlight | undefined {
    const under = this.flights.filter((one) => !one.closing && !one.ended && !one.aborted && fits(one));
    return under[nth % under.length];
  }

  write({ path }: Step): void {
    this.calls++;
    this.#fence();
    this.fetch(origin + path, { method: 'POST', body: 'new' }).catch(() => {});
    this.writes.push({ path, sent: this.network.sent.at(-1) as Sent, over: false });
  }

  written({ nth, oddly }: Step): void {
    const under = this.writes.filter(({ over }) => !over);
    const write = under[nth % under.length];
    if (!write) return;
    if (oddly) write.sent.fail(failure('write'));
    else write.sent.answer();
    write.over = true;
    if (oddly) this.failed++;
    this.#fence();
  }

  /** Closes all flights: they are of one origin. */
  #fence(): void {
    for (const flight of this.flights) flight.joinable = false;
  }

  forget({ path, oddly }: Step): void {
    this.fetch.forget(oddly ? undefined : origin + path);
    for (const flight of this.flights) if (oddly || flight.path === path) flight.joinable = false;
  }

  // The laws, as the model knows them.

  #leave(caller: Caller, reason: unknown): void {
    caller.over = true;
    this.left++;
    const { flight } = caller;
    flight?.subscribers.delete(caller);
    if (!flight || flight.subscribers.size || flight.ended) return;
    flight.joinable = false;
    flight.aborted = reason;
    this.settledFlights++;
  }

  #over(flight: ModelFlight, ended: Outcome): void {
    flight.ended = ended;
    flight.joinable = false;
    this.settledFlights++;
    if ('error' in ended) this.failed++;
  }

  /** Ends the read that waits, and all later reads. */
  #finish(caller: Caller, end: Outcome): void {
    caller.over = true;
    caller.end = end;
    const last = caller.reads.length - 1;
    if (last >= 0) caller.reads[last] ??= end;
  }

  /** Delivers what can be delivered. Any reader that wants more makes the body arrive for all. */
  settle(): void {
    for (const flight of this.flights) {
      for (let more = true; more; ) {
        for (const caller of flight.subscribers) this.#serve(caller, flight);
        if ([...flight.subscribers].some((caller) => this.#waits(caller, flight))) flight.ahead = 0;
        more = flight.answered && flight.ahead < 2 && !flight.aborted && !flight.ended && this.#take(flight);
      }
    }
  }

  #waits({ reading, over, at, reads }: Caller, { arrived }: ModelFlight): boolean {
    return !over && (reading === 'whole' || (reading === 'chunks' && at === arrived.length && !reads.at(-1)));
  }

  #take(flight: ModelFlight): boolean {
    const chunk = flight.waiting.shift();
    if (!chunk && !flight.closing) return false;
    flight.ahead++;
    if (chunk) flight.arrived.push(chunk);
    else if (flight.closing) this.#over(flight, flight.closing);
    return true;
  }

  #serve(caller: Caller, { arrived, ended }: ModelFlight): void {
    if (caller.over) return;
    // A stream without bytes ends before anyone reads it.
    if (caller.reading === 'no' && !(ended && !arrived.length)) return;
    const last = caller.reads.length - 1;
    if (caller.reading === 'chunks' && !caller.reads[last] && caller.at < arrived.length) {
      caller.reads[last] = { value: arrived.slice(caller.at).join('') };
      caller.at = arrived.length;
    }
    if (!ended || (caller.reading === 'chunks' && caller.at < arrived.length)) return;
    const whole = caller.reading === 'whole' && 'value' in ended;
    this.#finish(caller, whole ? { value: arrived.join('') } : ended);
  }

  compare(): void {
    expect(this.callers.map((one) => [one.seenResponse, ...one.seenReads])).toStrictEqual(
      this.callers.map((one) => [one.response, ...one.reads]),
    );
    expect(this.flights.map(({ sent }) => sent.signal?.reason)).toStrictEqual(
      this.flights.map(({ aborted }) => aborted),
    );
    const over = this.writes.filter((write) => write.over).length;
    const settled = this.settledFlights + over;
    expect(this.fetch.stats()).toEqual({
      calls: this.calls,
      launched: this.flights.length,
      joined: this.joined,
      bypassed: this.writes.length,
      left: this.left,
      settled,
      failed: this.failed,
      bytes: this.flights.flatMap(({ arrived }) => arrived).join('').length,
      inFlight: this.flights.length + this.writes.length - settled,
    });
  }

  /** Applies one event, and everything that follows from it. */
  async play(step: Step): Promise<void> {
    this[step.what](step);
    this.settle();
    await setImmediate();
    await setImmediate(); // what takes a moment was begun in the first
    this.compare();
  }
}

const plain = { path: '/a', user: '', nth: 0, oddly: false } as const;

// Only short timers run here, so a body that no one reads stays joinable.
beforeEach(() =>
  vi.stubGlobal('setTimeout', (then: () => void, milliseconds: number) =>
    milliseconds < 100 ? immediately(then) : undefined,
  ),
);
afterEach(() => void vi.unstubAllGlobals());

test('The wrapped fetch does what the model does, for any sequence of events', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), fc.boolean(), async (steps, served) => {
      const run = new Run();
      for (const step of steps) await run.play(step);
      // At the end each caller has its answer or leaves, and nothing is left.
      for (const _ of run.writes) await run.play({ ...plain, what: 'written' });
      for (const what of served ? (['headers', 'end', 'text'] as const) : [])
        for (const _ of run.callers) await run.play({ ...plain, what });
      for (const nth of run.callers.keys()) await run.play({ ...plain, what: 'abort', nth });
      expect(run.callers.every(({ seenResponse }) => seenResponse)).toBe(true);
      expect(run.callers.every(({ seenReads }) => seenReads.every(Boolean))).toBe(true);
      expect(run.fetch.stats().inFlight).toBe(0);
    }),
    { numRuns: 100 },
  ),
);
