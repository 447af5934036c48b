import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noCounts, type PageMessage } from '../../src/protocol/messages.ts';
import { WorkerHandle } from '../../src/register/worker-handle.ts';
import { TestContainer } from '../support/worker-page.ts';

const base = 'https://map.example/app/page';
let asked: PageMessage[];
let handle: WorkerHandle;

beforeEach(() => {
  asked = [];
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', { baseURI: base, visibilityState: 'visible' });
  vi.stubGlobal('navigator', { serviceWorker: new TestContainer() });
  const active = {
    postMessage(message: PageMessage, [port]: MessagePort[] = []) {
      asked.push(message);
      port?.postMessage({ version: '1.0.0', inFlight: asked.length, all: noCounts, page: noCounts });
    },
  };
  const registration = Object.assign(new EventTarget(), { active, waiting: null, installing: null });
  handle = new WorkerHandle(registration as unknown as ServiceWorkerRegistration, {
    stale: false,
    sources: [],
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('`forget`', () => {
  test('`forget` without a target forgets all flights', async () => {
    await handle.forget();
    expect(asked).toEqual([{ type: 'coflight:forget' }]);
  });

  test.each<[string, string | URL | Request]>([
    ['a relative URL', '../tiles/1'],
    ['a URL object', new URL('https://map.example/tiles/1')],
    ['a Request', new Request('https://map.example/tiles/1')],
  ])('`forget` with %s forgets the flights of that URL', async (_, target) => {
    await handle.forget(target);
    expect(asked).toEqual([{ type: 'coflight:forget', url: 'https://map.example/tiles/1' }]);
  });

  test.each([null, 7, {}, () => true, 'http://[', { url: 'http://[' }])(
    'rejects for the target %s',
    async (target) => {
      const expected =
        'Expected `target` to be a URL or a Request (a function cannot be sent to a worker), got';
      await expect(handle.forget(target as never)).rejects.toThrow(expected);
      expect(asked).toEqual([]);
    },
  );
});

describe('`leave`', () => {
  test.each([undefined, null, 7, {}, () => true, 'http://['])('throws for the request %s', (request) => {
    const expected =
      'Expected `request` to be a URL or a Request (a function cannot be sent to a worker), got';
    expect(() => handle.leave(request as never)).toThrow(expected);
  });
});

describe('`watch`', () => {
  test('calls its listener again after that has thrown', async () => {
    const errors: unknown[] = [];
    const onRejection = (error: unknown) => void errors.push(error);
    process.on('unhandledRejection', onRejection);
    const seen = await new Promise<unknown[]>((resolve) => {
      const all: unknown[] = [];
      const stop = handle.watch((stats) => {
        all.push(stats);
        if (all.length === 1) throw new Error('mine');
        stop();
        resolve(all);
      }, 0);
    });
    process.off('unhandledRejection', onRejection);
    expect(seen).toMatchObject([{ inFlight: 1 }, { inFlight: 2 }]);
    expect(errors).toEqual([new Error('mine')]);
  });

  test('asks nothing while the page is hidden, and goes on when it is visible', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const page = { baseURI: base, visibilityState: 'hidden' };
    vi.stubGlobal('document', page);
    const seen: unknown[] = [];
    const stop = handle.watch((stats) => void seen.push(stats));
    await vi.advanceTimersByTimeAsync(999);
    page.visibilityState = 'visible';
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([{ type: 'coflight:stats' }]);
    vi.useRealTimers();
    await expect.poll(() => seen).toMatchObject([{ inFlight: 1 }]);
    stop();
  });

  test('asks again after a question that could not be asked', async () => {
    const stats = vi.spyOn(handle, 'stats').mockRejectedValueOnce(new Error('no answer'));
    const listener = vi.fn();
    const stop = handle.watch(listener, 0);
    await expect.poll(() => listener.mock.calls.length).toBeGreaterThan(0);
    stop();
    expect(stats.mock.calls.length).toBeGreaterThan(1);
  });

  test('does not call its listener after it was ended', async () => {
    const listener = vi.fn();
    handle.watch(listener, 0)();
    await handle.stats();
    await new Promise((resolve) => setImmediate(resolve));
    expect(listener).not.toHaveBeenCalled();
    expect(asked).toHaveLength(2);
  });

  test.each([
    [undefined, 1, 'Expected `listener` to be a function, got `undefined`.'],
    [() => {}, Number.NaN, 'Expected `intervalMs` to be a number from 0'],
    [() => {}, -1, 'Expected `intervalMs` to be a number from 0'],
  ])('throws for the arguments %s, %s', (listener, intervalMs, message) => {
    expect(() => handle.watch(listener as never, intervalMs)).toThrow(message);
    expect(asked).toEqual([]);
  });
});
