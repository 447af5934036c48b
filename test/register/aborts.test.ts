import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageMessage } from '../../src/protocol/messages.ts';
import { Aborts } from '../../src/register/aborts.ts';
import { nameOf } from '../../src/register/name-of.ts';
import { type RequestDetail, type RequestSource, Sources } from '../../src/register/sources.ts';

let told: PageMessage[];
/** When the page said that it was not busy since an abort, with the time of that abort. */
let idle: { at: number; time: number }[];

/** The messages, without those that repeat an abort, or are about none that the worker does not know. */
const aborts = () => {
  const first = told.filter((message) => !('onlyKnown' in message));
  return [...new Map(first.map((message) => ['time' in message && message.time, message])).values()];
};
let sources: Sources;

/** A source of events about requests, as a wrapped fetch is one. */
function openSource() {
  const target = new EventTarget();
  const source = target as unknown as RequestSource;
  sources.add(source);
  let count = 0;
  const tell = (type: string, detail: RequestDetail) =>
    void target.dispatchEvent(new CustomEvent(type, { detail }));
  return {
    source,
    tell,
    /** Sends a request. Returns a function that settles it. */
    send: (request: Request) => {
      const detail = { id: ++count, url: request.url, request, role: 'leader' };
      tell('launch', detail);
      return (outcome: string) => tell('settle', { ...detail, outcome });
    },
  };
}

const at = (path: string, init: RequestInit = {}) => new Request(`https://map.example${path}`, init);
const named = (request: RequestDetail['request'] & object, sent?: number) => ({
  type: 'coflight:abort',
  request: nameOf(request),
  sent: sent ?? expect.any(Number),
  time: expect.any(Number),
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { href: 'https://map.example/page#part' });
  told = [];
  idle = [];
  const channel = new Aborts(
    (message) => {
      if (message.type !== 'coflight:idle') told.push(message);
      else idle.push({ at: Date.now(), time: message.time });
    },
    () => sources.underWay,
  );
  sources = new Sources((...event) => channel.hear(...event));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an image that is aborted', () => {
  const image = (path: string) => ({
    url: `https://map.example${path}`,
    destination: 'image',
    mode: 'no-cors',
    credentials: 'include',
    referrerPolicy: '',
    headers: [],
  });
  const urls = () => aborts().map((message) => 'request' in message && message.request?.url);

  test('is reported once, although its request settles afterwards', () => {
    const { tell } = openSource();
    const detail = { id: 1, url: image('/1.png').url, request: image('/1.png') };
    tell('launch', detail);
    tell('leave', detail);
    tell('settle', { id: 1, url: detail.url, outcome: 'aborted' });
    vi.runAllTimers();
    expect(aborts()).toEqual([named(detail.request)]);
  });

  test('is reported after a second request of the same preloader has ended', () => {
    const { tell } = openSource();
    const detail = { url: image('/1.png').url, request: image('/1.png') };
    tell('launch', { id: 1, ...detail });
    tell('launch', { id: 2, ...detail });
    tell('leave', { id: 1, ...detail });
    vi.runAllTimers();
    expect(urls()).toEqual([]);
    tell('settle', { id: 2, url: detail.url, outcome: 'done' });
    vi.runAllTimers();
    expect(urls()).toEqual([detail.url]);
  });

  test('is reported by each candidate of its srcset', () => {
    vi.stubGlobal('document', { baseURI: 'https://map.example/album/' });
    const { tell } = openSource();
    const detail = {
      id: 1,
      url: image('/1.png').url,
      srcset: '2.png 2x, /3.png 3x',
      request: image('/1.png'),
    };
    tell('launch', detail);
    tell('leave', detail);
    vi.runAllTimers();
    expect(urls()).toEqual(
      expect.arrayContaining(['/1.png', '/album/2.png', '/3.png'].map((path) => image(path).url)),
    );
  });
});

describe('a request that is aborted', () => {
  test('is reported with everything that its page has set', () => {
    const request = at('/tile', {
      headers: { 'x-own': 'a' },
      redirect: 'error',
      referrerPolicy: 'origin',
      integrity: 'sha256-a',
    });
    openSource().send(request)('aborted');
    vi.runAllTimers();
    expect(aborts()).toEqual([
      {
        sent: expect.any(Number),
        time: expect.any(Number),
        type: 'coflight:abort',
        request: {
          url: 'https://map.example/tile',
          method: 'GET',
          destination: '',
          mode: 'cors',
          credentials: 'same-origin',
          cache: 'default',
          redirect: 'error',
          integrity: 'sha256-a',
          referrer: 'https://map.example/page',
          referrerPolicy: 'origin',
          headers: [
            ['accept', '*/*'],
            ['x-own', 'a'],
          ],
        },
      },
    ]);
  });

  test('is named by the URL that its page had when it was sent', () => {
    const settle = openSource().send(at('/tile'));
    vi.stubGlobal('location', { href: 'https://map.example/another' });
    settle('aborted');
    vi.runAllTimers();
    expect(aborts()).toMatchObject([{ request: { referrer: 'https://map.example/page' } }]);
  });

  test('is reported also when it was sent before the page listened', () => {
    const request = at('/tile');
    const detail = { id: 1, url: request.url, request, role: 'leader', outcome: 'aborted' };
    openSource().tell('settle', detail);
    vi.runAllTimers();
    expect(aborts()).toEqual([{ ...named(request), sent: undefined, first: undefined }]);
  });

  test('is not reported while another request of its name is under way, of any source', () => {
    const settle = openSource().send(at('/tile'));
    const settleAnother = openSource().send(at('/tile'));
    settle('aborted');
    vi.runAllTimers();
    expect(aborts()).toEqual([]);
    settleAnother('aborted');
    vi.runAllTimers();
    expect(aborts()).toEqual([named(at('/tile')), named(at('/tile'))]);
  });

  test('is reported when another request of its name is done', () => {
    const source = openSource();
    const settle = source.send(at('/tile'));
    const settleAnother = source.send(at('/tile'));
    settle('aborted');
    vi.runAllTimers();
    settleAnother('done');
    vi.runAllTimers();
    expect(aborts()).toEqual([named(at('/tile'))]);
  });

  test('is reported at once, so that no call joins it, and once more when it has reached the worker', () => {
    openSource().send(at('/tile'))('aborted');
    expect(told).toEqual([{ ...named(at('/tile')), first: true }]);
    vi.runAllTimers();
    expect(told).toEqual([told[0], { ...told[0], first: undefined }]);
  });

  test('is reported once more, as no other request, while a call that repeats it is under way', () => {
    const source = openSource();
    source.send(at('/tile'))('aborted');
    const settle = source.send(at('/tile'));
    vi.runAllTimers();
    const again = { ...told[0], first: undefined };
    expect(told).toEqual([
      { ...named(at('/tile')), first: true },
      { ...again, onlyKnown: true },
    ]);
    settle('done');
    vi.runAllTimers();
    expect(told.slice(2)).toEqual([again]);
  });

  test('is reported with the time at which it was sent', () => {
    const time = Date.now();
    const settle = openSource().send(at('/tile'));
    vi.advanceTimersByTime(5_000);
    settle('aborted');
    expect(aborts()).toMatchObject([named(at('/tile'), time)]);
  });

  describe('20 ms after it was sent, when it has reached the worker,', () => {
    /** Sends a request. Returns a function that aborts it. */
    const sendEarly = (source: ReturnType<typeof openSource>) => {
      const settle = source.send(at('/tile'));
      vi.advanceTimersByTime(20);
      return () => settle('aborted');
    };

    test('is reported twice, however often a program repeats it', () => {
      const source = openSource();
      const repeats = 100;
      for (let count = 0; count < repeats; count++) sendEarly(source)();
      vi.runAllTimers();
      expect(told).toHaveLength(2 * repeats);
      expect(aborts()).toHaveLength(repeats);
    });

    test('is reported while another request of its name is under way', () => {
      const abort = sendEarly(openSource());
      openSource().send(at('/tile'));
      abort();
      expect(told).toEqual([{ ...named(at('/tile')), first: true }]);
      vi.runAllTimers();
      expect(told.slice(1)).toEqual([{ ...named(at('/tile')), onlyKnown: true }]);
    });

    test('is reported once more, as no other request, while a call that repeats it is under way', () => {
      const source = openSource();
      sendEarly(source)();
      source.send(at('/tile'));
      vi.runAllTimers();
      expect(told.slice(1)).toEqual([{ ...told[0], first: undefined, onlyKnown: true }]);
    });
  });

  test.each([
    ['just now', 0],
    ['so long ago that it has reached the worker', 20],
  ])('and was sent %s, is named by its time when the page was not busy for 150 ms', (_, age) => {
    const settle = openSource().send(at('/tile'));
    vi.advanceTimersByTime(age);
    const start = Date.now();
    settle('aborted');
    vi.runAllTimers();
    expect(idle).toEqual([{ at: start + 170, time: (told[0] as { time: number }).time }]);
  });

  test('is named by its time only when a page that was busy has been idle for 75 ms', () => {
    openSource().send(at('/tile'))('aborted');
    vi.advanceTimersByTime(20);
    const busyUntil = Date.now() + 1_000;
    vi.setSystemTime(busyUntil);
    vi.runAllTimers();
    expect(idle[0]?.at).toBeGreaterThanOrEqual(busyUntil + 75);
  });

  test('is told from others that are aborted in the same millisecond', () => {
    const source = openSource();
    const settles = Array.from({ length: 3 }, () => source.send(at('/tile')));
    for (const settle of settles) settle('aborted');
    vi.runAllTimers();
    expect(aborts()).toHaveLength(3);
  });

  test('needs no more timers beside many others than alone', () => {
    const source = openSource();
    source.send(at('/tile'))('aborted');
    const alone = vi.getTimerCount();
    for (let count = 1; count < 100; count++) source.send(at(`/tile/${count}`))('aborted');
    expect(vi.getTimerCount()).toBe(100 * alone);
  });

  test('is reported while a request with another header is under way', () => {
    const source = openSource();
    const settle = source.send(at('/tile'));
    source.send(at('/tile', { headers: { authorization: 'Bearer b' } }));
    settle('aborted');
    vi.runAllTimers();
    expect(aborts()).toEqual([named(at('/tile'))]);
  });

  test.each(['done', 'failed', 'unread', 'endless'])('is not one that is %s', (outcome) => {
    openSource().send(at('/tile'))(outcome);
    vi.runAllTimers();
    expect(told).toEqual([]);
  });
});

describe('a leave', () => {
  const image = {
    url: 'https://map.example/1.png',
    destination: 'image',
    mode: 'no-cors',
    credentials: 'include',
    referrerPolicy: '',
    headers: [],
  };

  test('of a preloader names a request that has ended', () => {
    openSource().tell('leave', { id: 1, url: image.url, request: image });
    vi.runAllTimers();
    expect(aborts()).toEqual([{ ...named(image), sent: undefined }]);
  });

  test("of a preloader's caller is not reported while other callers wait", () => {
    openSource().tell('leave', { id: 1, url: image.url, request: undefined });
    vi.runAllTimers();
    expect(told).toEqual([]);
  });

  test('of one caller of a wrapped fetch is not reported', () => {
    const request = at('/tile');
    openSource().tell('leave', { id: 1, url: request.url, request, role: 'follower' });
    vi.runAllTimers();
    expect(told).toEqual([]);
  });
});

describe('a source', () => {
  test('A source that is added twice gets one listener', () => {
    const source = openSource();
    sources.add(source.source);
    source.send(at('/tile'))('aborted');
    vi.runAllTimers();
    expect(aborts()).toHaveLength(1);
  });

  test('has a listener until it has been removed as often as it was added', () => {
    const source = openSource();
    sources.add(source.source);
    sources.remove(source.source);
    source.send(at('/tile'))('aborted');
    vi.runAllTimers();
    expect(aborts()).toHaveLength(1);
    sources.remove(source.source);
    source.send(at('/tile'))('aborted');
    vi.runAllTimers();
    expect(aborts()).toHaveLength(1);
  });

  test('is heard again when it is added again', () => {
    const source = openSource();
    sources.remove(source.source);
    sources.add(source.source);
    source.send(at('/tile'))('aborted');
    vi.runAllTimers();
    expect(aborts()).toHaveLength(1);
  });
});
