import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageMessage } from '../../src/protocol/messages.ts';
import { type RequestDetail, type RequestSource, Sources } from '../../src/register/sources.ts';
import { WriteEnds } from '../../src/register/write-ends.ts';

let told: PageMessage[];
let ends: WriteEnds;
let sources: Sources;
let wrapped: EventTarget;
let calls: number;
/** Adds a resource to the browser's timeline, with its start. */
let finish: (name: string, startTime: number, more?: Partial<PerformanceResourceTiming>) => void;
const observed: unknown[] = [];

const url = 'https://map.example/todos';
/** A time of the page in milliseconds since 1970. */
const epoch = (time: number) => Date.now() - performance.now() + time;
/** The message that the write is over which came to the worker at that time of the page. */
const over = (time: number) => ({
  type: 'coflight:answered',
  url,
  method: 'POST',
  time: epoch(time),
});
/** The message that the page will report the end of that write. */
const watched = (time: number) => ({ ...over(time), type: 'coflight:watched' });
/** The worker asks about a write that came to it at that time of the page. */
const ask = (time: number) => ends.ask({ url, method: 'POST', time: epoch(time) });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { href: 'https://map.example/page' });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: (list: { getEntries(): object[] }) => void) {
        finish = (name, startTime, more) => listener({ getEntries: () => [{ name, startTime, ...more }] });
      }
      observe(options: unknown) {
        observed.push(options);
      }
      disconnect() {}
    },
  );
  told = [];
  calls = 0;
  sources = new Sources((...event) => ends.hear(...event));
  ends = new WriteEnds(
    (message) => void told.push(message),
    () => sources.underWay,
  );
  wrapped = new EventTarget();
  sources.add(wrapped as unknown as RequestSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes a call of a wrapped fetch that bypasses flights. Returns a function that settles it. */
const call = (method: string) => {
  const detail: RequestDetail = { id: ++calls, url, role: 'bypass', request: new Request(url, { method }) };
  wrapped.dispatchEvent(new CustomEvent('bypass', { detail }));
  return (finalUrl?: string) =>
    void wrapped.dispatchEvent(new CustomEvent('settle', { detail: { ...detail, finalUrl } }));
};

describe('a write that the worker asks about', () => {
  test('is over when the timeline says so', () => {
    ask(10);
    expect(told).toEqual([]);
    finish(url, 8);
    expect(told).toEqual([over(10)]);
  });

  test('is over also when the page has been open for long', () => {
    vi.advanceTimersByTime(60_000);
    const now = performance.now();
    ask(now + 2);
    finish(url, now);
    expect(told).toEqual([over(now + 2)]);
  });

  test('is over also when the timeline said so before', () => {
    ask(10);
    finish(url, 8);
    finish(url, 100);
    ask(102);
    expect(told).toEqual([over(10), over(102)]);
  });

  test('is over also when its URL has a fragment, which the timeline of WebKit leaves out', () => {
    ends.ask({ url: `${url}#part`, method: 'POST', time: epoch(10) });
    finish(url, 8);
    expect(told).toEqual([{ ...over(10), url: `${url}#part` }]);
  });

  test('is over when the wrapped fetch that sent it was answered, which the page says in advance', () => {
    const now = performance.now();
    const settle = call('POST');
    ask(now + 2);
    expect(told).toEqual([watched(now + 2)]);
    settle();
    expect(told).toEqual([watched(now + 2), over(now + 2)]);
  });

  test('is over also when the wrapped fetch was answered before, which the page has said by then', () => {
    const now = performance.now();
    call('POST')();
    expect(told).toEqual([over(now)]);
    ask(now + 2);
    expect(told).toEqual([over(now), over(now + 2)]);
  });

  test('is over also when a wrapped fetch has sent it long before the worker was started (#19)', () => {
    const now = performance.now();
    const settle = call('POST');
    vi.advanceTimersByTime(5_000);
    ask(now + 4_000);
    settle();
    expect(told).toEqual([watched(now + 4_000), over(now + 4_000)]);
  });

  test('is over also when it came long after a wrapped fetch has sent it, and was answered before the worker asked (#19)', () => {
    const now = performance.now();
    const settle = call('POST');
    vi.advanceTimersByTime(5_000);
    settle();
    ask(now + 4_000);
    expect(told).toEqual([over(now), over(now + 4_000)]);
  });

  test('is not the one that a wrapped fetch has ended before (#19)', () => {
    const now = performance.now();
    const settle = call('POST');
    vi.advanceTimersByTime(1_000);
    settle();
    ask(now + 1_006);
    expect(told).toEqual([over(now)]);
    ask(now + 1_005);
    expect(told).toEqual([over(now), over(now + 1_005)]);
  });

  test('is not one that came before a wrapped fetch has sent an equal one', () => {
    vi.advanceTimersByTime(1_000);
    const now = performance.now();
    const settle = call('POST');
    ask(now - 6);
    expect(told).toEqual([]);
    ask(now - 5);
    settle();
    expect(told).toEqual([watched(now - 5), over(now - 5)]);
  });

  test('is not one that a wrapped fetch has sent to another URL', () => {
    const now = performance.now();
    const settle = call('POST');
    ends.ask({ url: `${url}/7`, method: 'POST', time: epoch(now) });
    settle();
    expect(told).toEqual([over(now)]);
  });

  test('is over when its own call was answered, not an equal one at the same time (#19)', () => {
    const now = performance.now();
    const [slow, quick] = [call('POST'), call('POST')];
    for (const at of [1, 2]) ask(now + at);
    quick();
    // The browser's timeline lists the quick one, too.
    finish(url, now);
    slow();
    expect(told).toEqual([watched(now + 1), watched(now + 2), over(now + 2), over(now + 1)]);
  });

  test.each(['before', 'after'])(
    'is over at the URL to which it was redirected, too: asked %s the answer (#19)',
    (when) => {
      const elsewhere = 'https://api.example/todos';
      const now = performance.now();
      const settle = call('POST');
      if (when === 'before') ask(now + 2);
      settle(elsewhere);
      if (when === 'after') ask(now + 2);
      expect(told.slice(-2)).toEqual([over(now + 2), { ...over(now + 2), url: elsewhere }]);
    },
  );

  test('is over once when it was not redirected (#19)', () => {
    const now = performance.now();
    call('POST')(url);
    ask(now + 2);
    expect(told).toEqual([over(now), over(now + 2)]);
  });

  test('is not over when another method of a wrapped fetch was answered', () => {
    const now = performance.now();
    const settle = call('GET');
    ask(now + 2);
    settle();
    expect(told).toEqual([]);
  });

  test.each([
    ['another URL', `${url}/7`, 8],
    ['what began before it', url, -200],
    ['what began 101 ms before it', url, -91],
    ['what began after it', url, 20],
    ['what began 6 ms after it', url, 16],
  ])('is not over with %s', (_, name, startTime) => {
    ask(10);
    finish(name, startTime);
    expect(told).toEqual([]);
  });

  test.each([-90, 15])('is over with what began 100 ms before it, or 5 ms after it: at %d', (startTime) => {
    ask(10);
    finish(url, startTime);
    expect(told).toEqual([over(10)]);
  });

  /** What the timeline says of an answer by the worker or a cache, which is that of a read in most cases. */
  const answered = { nextHopProtocol: '', requestStart: 1, transferSize: 0 };

  test('is not over with what began 21 ms before it and was answered by the worker or a cache', () => {
    ask(100);
    finish(url, 79, answered);
    expect(told).toEqual([]);
    finish(url, 98, { ...answered, nextHopProtocol: 'h2', transferSize: 300 });
    expect(told).toEqual([over(100)]);
  });

  test.each<[string, Partial<PerformanceResourceTiming>, number]>([
    ['20 ms before it and was answered by the worker', answered, 80],
    ['50 ms before it and was answered by the network', { ...answered, nextHopProtocol: 'h2' }, 50],
    ['50 ms before it at an origin that tells no more', { ...answered, requestStart: 0 }, 50],
    ['50 ms before it, and of which a part came by the network', { ...answered, transferSize: 300 }, 50],
    ['long before it came to the worker', { workerStart: 98 }, -900],
  ])('is over with what began %s', (_, entry, startTime) => {
    ask(100);
    finish(url, startTime, entry);
    expect(told).toEqual([over(100)]);
  });

  test('is looked for in the timeline, also in what it has already', () => {
    observed.length = 0;
    ask(10);
    ask(20);
    expect(observed).toEqual([{ type: 'resource', buffered: true }]);
  });

  test('is over once for each entry that came before', () => {
    ask(1_000);
    for (const startTime of [8, 500]) finish(url, startTime);
    for (const time of [10, 10]) ask(time);
    expect(told).toEqual([over(10)]);
    ask(500);
    expect(told).toEqual([over(10), over(500)]);
  });

  test('is remembered among the last 100 that are not over', () => {
    for (let at = 0; at <= 100; at++) ask(at * 1_000);
    finish(url, 0);
    expect(told).toEqual([]);
    finish(url, 1_000);
    expect(told).toEqual([over(1_000)]);
  });

  test('is over also when it is one of more than a hundred that a wrapped fetch has sent (#19)', () => {
    const now = performance.now();
    const settles = Array.from({ length: 150 }, () => call('POST'));
    for (const at of settles.keys()) ask(now + at / 1000);
    for (const settle of settles) settle();
    const times = [...settles.keys()].map((at) => now + at / 1000);
    expect(told).toEqual([...times.map(watched), ...times.map(over)]);
  });

  test('is known among the last 100 that were over before', () => {
    ask(1_000_000);
    for (let at = 0; at <= 100; at++) finish(url, at * 1_000);
    ask(0);
    expect(told).toEqual([]);
    ask(1_000);
    expect(told).toEqual([over(1_000)]);
  });

  test('is reported once for each entry of the timeline', () => {
    ask(10);
    ask(11);
    finish(url, 8);
    expect(told).toEqual([over(10)]);
    finish(url, 9);
    expect(told).toEqual([over(10), over(11)]);
  });
});

describe('a write of a wrapped fetch that the worker does not ask about', () => {
  test.each(['POST', 'PUT', 'DELETE'])('is reported when it is over: %s', (method) => {
    const now = performance.now();
    const settle = call(method);
    expect(told).toEqual([]);
    settle();
    expect(told).toEqual([{ ...over(now), method }]);
  });

  test('is reported at the URL to which it was redirected, too', () => {
    const elsewhere = 'https://api.example/todos';
    const now = performance.now();
    call('POST')(elsewhere);
    expect(told).toEqual([over(now), { ...over(now), url: elsewhere }]);
  });

  test('is over when the worker asks about it later, after 100 reads of a wrapped fetch have ended', () => {
    const now = performance.now();
    call('POST')();
    for (let read = 0; read < 100; read++) call('GET')();
    ask(now + 2);
    expect(told.at(-1)).toEqual(over(now + 2));
  });

  describe('and that was sent before the page listened', () => {
    const settle = () => {
      const request = new Request(url, { method: 'POST' });
      const detail: RequestDetail = { id: 1, url, role: 'bypass', request };
      wrapped.dispatchEvent(new CustomEvent('settle', { detail }));
    };

    test('is reported when it is over', () => {
      settle();
      expect(told).toMatchObject([{ type: 'coflight:answered', url, method: 'POST' }]);
    });

    test('is over when the worker asks about it later', () => {
      const time = performance.now();
      settle();
      ask(time);
      expect(told.at(-1)).toEqual(over(time));
    });

    test('is not another one that the worker has asked about', () => {
      ask(10);
      settle();
      expect(told).not.toContainEqual(over(10));
    });
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('is no %s', (method) => {
    call(method)();
    expect(told).toEqual([]);
  });

  test('is no request that names no method', () => {
    const request = { url, destination: 'image', headers: [] };
    const detail: RequestDetail = { id: 1, url, role: 'bypass', request };
    for (const type of ['bypass', 'settle']) wrapped.dispatchEvent(new CustomEvent(type, { detail }));
    expect(told).toEqual([]);
  });
});

describe('after the computer has slept, while the clock of the page stood still,', () => {
  beforeEach(() => void vi.setSystemTime(Date.now() + 8 * 3_600_000));

  test('a write is over when the timeline says so', () => {
    const now = performance.now();
    ends.ask({ url, method: 'POST', time: Date.now() });
    finish(url, now - 2);
    expect(told).toMatchObject([{ type: 'coflight:answered', time: Date.now() }]);
  });

  test('a write is over when the wrapped fetch that sent it was answered', () => {
    const settle = call('POST');
    ends.ask({ url, method: 'POST', time: Date.now() });
    settle();
    expect(told).toMatchObject([{ type: 'coflight:watched' }, { type: 'coflight:answered' }]);
  });
});

test('the timeline is not watched before the worker asks', () => {
  finish = () => expect.unreachable();
  const before = finish;
  call('POST')();
  expect(finish).toBe(before);
});
