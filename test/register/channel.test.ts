import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorkerHandle } from '../../src/register/worker-handle.ts';
import { openPage, type TestContainer, TestRegistration, TestWorker } from '../support/worker-page.ts';

let container: TestContainer;
let events: EventTarget;
let worker: TestWorker;
let registration: TestRegistration;
const observed = vi.fn();
const disconnected = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe = observed;
      disconnect = disconnected;
    },
  );
  observed.mockClear();
  disconnected.mockClear();
  ({ container, events } = openPage());
  worker = new TestWorker();
  registration = new TestRegistration({ active: worker });
  container.controller = worker;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (...sources: EventTarget[]) =>
  new WorkerHandle(registration.real, { stale: false, sources: sources as never });
const hide = (persisted: boolean) =>
  void events.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
const says = (data: unknown) => void container.dispatchEvent(new MessageEvent('message', { data }));
const request = new Request('https://map.example/todos', { method: 'POST', body: 'x' });

/** Sends a write through a source. Returns a function that gets its answer. */
function send(source: EventTarget) {
  const detail = { id: 1, url: request.url, request, role: 'bypass', outcome: 'fulfilled' };
  const note = (type: string) => void source.dispatchEvent(new CustomEvent(type, { detail }));
  note('bypass');
  return () => note('settle');
}
const write = (source: EventTarget) => send(source)();
const question = () => ({
  type: 'coflight:write',
  url: request.url,
  method: 'POST',
  time: Date.now(),
});
const watched = { ...question(), type: 'coflight:watched', time: expect.any(Number) };
const answered = { type: 'coflight:answered', url: request.url, method: 'POST', time: expect.any(Number) };

describe('a page that is closed', () => {
  test('tells the worker', () => {
    open();
    hide(false);
    expect(worker.got).toEqual([{ type: 'coflight:leave' }]);
  });

  test('tells the worker once, however often it has registered', () => {
    open();
    open();
    hide(false);
    expect(worker.got).toEqual([{ type: 'coflight:leave' }]);
  });

  test('says nothing when it goes into the back/forward cache', () => {
    open();
    hide(true);
    expect(worker.got).toEqual([]);
  });

  test.each([null, new TestWorker()])('says nothing to a worker that does not control it', (controller) => {
    container.controller = controller;
    open();
    hide(false);
    expect([...worker.got, ...(controller?.got ?? [])]).toEqual([]);
  });

  test('tells the worker that has replaced its controller while it was in the back/forward cache', () => {
    open();
    worker.become('redundant');
    registration.active = new TestWorker();
    hide(false);
    expect(registration.active.got).toEqual([{ type: 'coflight:leave' }]);
  });

  test('tells a worker that does not control it which writes of its wrapped fetch are over', () => {
    container.controller = null;
    const source = new EventTarget();
    open(source);
    write(source);
    expect(worker.got).toEqual([answered]);
  });

  test('says nothing where there is no worker', () => {
    registration.active = container.controller = null;
    open();
    expect(() => hide(false)).not.toThrow();
  });

  test('says nothing after the last handle has been unregistered', async () => {
    const [one, other] = [open(), open()];
    await one.unregister();
    await one.unregister();
    hide(false);
    await other.unregister();
    hide(false);
    expect(worker.got).toEqual([{ type: 'coflight:leave' }]);
  });
});

describe('a worker that asks about a write', () => {
  test('is heard before the page has been parsed (#19)', () => {
    const listen = vi.spyOn(container, 'addEventListener');
    open();
    expect(container.startMessages).toHaveBeenCalledOnce();
    expect(container.startMessages).toHaveBeenCalledAfter(listen);
  });

  test('gets an answer when a source has got one', () => {
    const source = new EventTarget();
    open(source);
    vi.advanceTimersByTime(1_000);
    write(source);
    expect(worker.got).toEqual([answered]);
    says(question());
    expect(worker.got).toEqual([answered, answered]);
  });

  test('gets no answer after the handle with that source was unregistered', async () => {
    const source = new EventTarget();
    const handle = open(source);
    open();
    await handle.unregister();
    write(source);
    says(question());
    expect(worker.got).toEqual([]);
  });

  test('learns that the end will come from a source that has sent the write (#19)', () => {
    const source = new EventTarget();
    open(source);
    const settle = send(source);
    says(question());
    expect(worker.got).toEqual([watched]);
    settle();
    expect(worker.got).toEqual([watched, answered]);
  });

  test('is not heard after the last handle was unregistered', async () => {
    const source = new EventTarget();
    const handle = open(source);
    await handle.unregister();
    says(question());
    expect(observed).not.toHaveBeenCalled();
    open(source);
    says(question());
    expect(observed).toHaveBeenCalledOnce();
  });

  test('gets no answer after the last handle was unregistered, and the timeline is no longer read', async () => {
    const source = new EventTarget();
    const handle = open(source);
    const settle = send(source);
    says(question());
    await handle.unregister();
    expect(disconnected).toHaveBeenCalledOnce();
    settle();
    expect(worker.got).toEqual([watched]);
  });

  test('is heard again, with the timeline, when the page has registered it again (#19)', async () => {
    const handle = open();
    says(question());
    await handle.unregister();
    open();
    says(question());
    expect(observed).toHaveBeenCalledTimes(2);
  });

  test.each([undefined, null, 'text', { type: 'another' }])('is not confused with the message %j', (data) => {
    const source = new EventTarget();
    open(source);
    write(source);
    expect(() => says(data)).not.toThrow();
    expect(worker.got).toEqual([answered]);
  });
});

describe('a worker that closes requests, because another tab has written,', () => {
  const read = (url: string) => new Request(url);
  const close = (...urls: string[]) => says({ type: 'coflight:closed', urls });
  /** A wrapped fetch. It notes which of two reads it is told to forget. */
  const openFetch = () => {
    const forgot: string[] = [];
    const forget = (matches: (read: Request) => boolean) => {
      for (const url of ['https://map.example/a#part', 'https://map.example/b'])
        if (matches(read(url))) forgot.push(url);
    };
    const source = Object.assign(() => {}, { addEventListener() {}, removeEventListener() {}, forget });
    return { source: source as unknown as EventTarget, forgot };
  };

  test('makes each wrapped fetch forget them, whatever their fragments', () => {
    const [one, two] = [openFetch(), openFetch()];
    open(one.source, two.source);
    close('https://map.example/a', 'https://map.example/c');
    for (const { forgot } of [one, two]) expect(forgot).toEqual(['https://map.example/a#part']);
  });

  test('makes a preloader forget nothing, as a write of its own page does', () => {
    const forget = vi.fn();
    open(Object.assign(new EventTarget(), { forget }));
    close('https://map.example/a');
    expect(forget).not.toHaveBeenCalled();
  });

  test('is not heard after the handle with that source was unregistered', async () => {
    const { source, forgot } = openFetch();
    const handle = open(source);
    open();
    await handle.unregister();
    close('https://map.example/a');
    expect(forgot).toEqual([]);
  });
});

test('A worker is told that a request of a source was aborted', () => {
  const source = new EventTarget();
  open(source);
  const detail = { id: 1, url: request.url, request, role: 'leader', outcome: 'aborted' };
  for (const type of ['launch', 'settle']) source.dispatchEvent(new CustomEvent(type, { detail }));
  expect(worker.got).toMatchObject([
    { type: 'coflight:abort', request: { url: request.url, method: 'POST' } },
  ]);
  vi.runAllTimers();
  expect(worker.got).toEqual([
    worker.got[0],
    { ...(worker.got[0] as object), first: undefined },
    { type: 'coflight:idle', time: expect.any(Number) },
  ]);
});

describe('`leave`', () => {
  test.each<[string, Request | URL | string, object]>([
    [
      'a URL names the image there',
      '../tiles/1',
      { url: 'https://map.example/tiles/1', destination: 'image' },
    ],
    [
      'a URL object names the image there',
      new URL('https://map.example/tiles/1'),
      { url: 'https://map.example/tiles/1', destination: 'image' },
    ],
    ['a request is named by its members', request, { url: request.url, method: 'POST', referrer: '' }],
  ])('%s', (_, target, named) => {
    open().leave(target);
    if ('referrer' in named) named = { ...named, referrer: 'https://map.example/app/page' };
    expect(worker.got).toMatchObject([{ type: 'coflight:abort', request: named }]);
  });
});
