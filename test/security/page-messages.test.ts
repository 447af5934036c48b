// The page's side: whatever a worker posts, the page throws nothing, remembers little, and reads no wrong statistics.

import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isStats, pageMessage, workerMessage } from '../../src/protocol/read.ts';
import { ask } from '../../src/register/ask.ts';
import { Channel } from '../../src/register/channel.ts';
import { deadline } from '../../src/register/deadline.ts';
import { fuzz } from './fuzz.ts';
import { message } from './messages.ts';

/** A page with a worker that controls it. */
function openPage() {
  const told: unknown[] = [];
  const active = { postMessage: (message: unknown) => void told.push(message) };
  const serviceWorker = Object.assign(new EventTarget(), { controller: active, startMessages() {} });
  const page = new EventTarget();
  const observers: { list: (list: { getEntries(): object[] }) => void }[] = [];
  class PerformanceObserver {
    constructor(list: (list: { getEntries(): object[] }) => void) {
      observers.push({ list });
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('PerformanceObserver', PerformanceObserver);
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const stop = Channel.of({ active } as never).listenTo([]);
  const post = (data: unknown) => serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data }));
  return { told, post, stop, observers };
}
afterEach(() => void vi.unstubAllGlobals());

describe('a page that listens to its worker', () => {
  test('throws nothing, and tells the worker nothing, whatever is posted', async () => {
    const errors: unknown[] = [];
    const hear = (error: unknown) => void errors.push(error);
    process.on('uncaughtException', hear);
    const { told, post, stop } = openPage();
    await fuzz(
      200,
      fc.property(message, (data) => {
        post(data);
      }),
    );
    stop();
    process.off('uncaughtException', hear);
    expect(errors).toEqual([]);
    expect(told).toEqual([]);
  });

  test('remembers a hundred writes of a flood, and answers for those alone', () => {
    const { told, post, stop, observers } = openPage();
    const time = performance.timeOrigin + performance.now();
    const url = (at: number) => `https://map.example/${at}`;
    for (let at = 0; at < 3_000; at++) post({ type: 'coflight:write', url: url(at), method: 'POST', time });
    const entries = Array.from({ length: 3_000 }, (_, at) => ({
      name: url(at),
      startTime: time - performance.timeOrigin,
    }));
    observers[0]?.list({ getEntries: () => entries });
    expect(told).toHaveLength(100);
    stop();
  });
});

describe('`ask`', () => {
  test('takes no statistics from a worker that answers anything else', async () => {
    const property = fc.asyncProperty(message, async (data) => {
      fc.pre(!isStats(data));
      let isCloned = true;
      const worker = {
        postMessage(_: unknown, ports: unknown) {
          try {
            (ports as MessagePort[])[0]?.postMessage(data);
          } catch {
            isCloned = false; // no worker can post it
          }
        },
      };
      const answer = ask(worker, { type: 'coflight:stats' }, deadline(5));
      if (isCloned) await expect(answer).rejects.toThrow('did not answer');
      else answer.catch(() => {});
    });
    await fuzz(20, property);
  });
});

describe('reading a message', () => {
  const readers = { pageMessage, workerMessage, isStats };

  test.each(Object.entries(readers))(
    '%s refuses or accepts, and accepts only what it names',
    async (_, read) => {
      const property = fc.property(message, (data) => {
        let read_: unknown;
        try {
          read_ = read(data);
        } catch (error) {
          // A getter cannot come in a message.
          expect(error).toMatchObject({ message: 'a getter that throws' });
          return;
        }
        if (!read_ || read_ === true) return;
        const { type, url = '', method = '' } = read_ as Record<string, unknown>;
        expect([typeof type, typeof url, typeof method]).toEqual(['string', 'string', 'string']);
      });
      await fuzz(400, property);
    },
  );

  test('takes no member from `Object.prototype`', () => {
    const added = { type: 'coflight:leave', url: '/a', method: 'POST', time: 0 };
    Object.assign(Object.prototype, added);
    try {
      expect([pageMessage({}), pageMessage(7), workerMessage({})]).toEqual([undefined, undefined, undefined]);
    } finally {
      for (const name of Object.keys(added)) Reflect.deleteProperty(Object.prototype, name);
    }
  });
});
