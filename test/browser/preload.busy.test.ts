import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { asBlob, type Busy } from '../../src/preload/index.ts';
import { deferred } from '../support/deferred.ts';
import { hideTab, picture, pictures, preloader, urls } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Time that a test moves. The network takes its own. */
function stopTheClock(): (milliseconds: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds);
}

/** Turns in which no clock runs. */
async function tasks(count = 5): Promise<void> {
  for (let task = 0; task < count; task++)
    await new Promise<unknown>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
}

/** Waits for the network, without moving the clock. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await tasks();
}

/** Something that is busy when a test says so. */
function source(inFlight = 0) {
  const target = new EventTarget();
  const tell = (type: string, id: unknown) => {
    inFlight += type === 'settle' ? -1 : 1;
    target.dispatchEvent(new CustomEvent(type, { detail: { id, url: 'http://coflight.test/' } }));
  };
  const busy: Busy = {
    stats: () => ({ inFlight }),
    addEventListener: (type, listener) => target.addEventListener(type, listener),
    removeEventListener: (type, listener) => target.removeEventListener(type, listener),
  };
  return { busy, tell };
}

describe('a call of `busy` that was under way when the preloader was made', () => {
  test('holds preloads for `busyTimeout`, and no longer', async () => {
    const pass = stopTheClock();
    const fetch = createFetch();
    const poll = resource({ gate: 'headers' });
    const answer = fetch(poll.url);
    const images = preloader({ busy: fetch });
    await pass(0);
    const list = pictures(3);
    const gallery = images.preload(...urls(list));
    await pass(9000);
    await tasks();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 3 });
    await pass(1000);
    // All of them, not one in each `busyTimeout`.
    expect((await gallery.done).done).toBe(3);
    await poll.open('headers');
    await answer;
  });

  test('holds preloads until it settles', async () => {
    const { busy, tell } = source(2);
    const images = preloader({ busy });
    const gallery = images.preload(picture().url);
    await turns();
    tell('settle', 1);
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    tell('settle', 2);
    expect((await gallery.done).done).toBe(1);
  });
});

describe('a long poll', () => {
  test('holds nothing after `busyTimeout`, whatever else has settled since', async () => {
    const pass = stopTheClock();
    const fetch = createFetch();
    const images = preloader({ busy: fetch });
    await pass(0);
    const poll = resource({ gate: 'headers' });
    const init = { method: 'POST' };
    const answer = fetch(poll.url, init);
    await (await fetch(resource().url, init)).text();
    await await fetch(poll.url.replace('?', '?x'), { ...init, signal: AbortSignal.abort() }).catch(
      () => null,
    );
    await pass(10_000);
    const gallery = images.preload(...urls(pictures(3)));
    expect((await gallery.done).done).toBe(3);
    await poll.open('headers');
    await answer;
  });

  test('is not confused with a call of another source that has the same id', async () => {
    const [one, other] = [source(), source()];
    const images = preloader({ busy: [one.busy, other.busy] });
    one.tell('launch', 1);
    other.tell('launch', 1);
    const gallery = images.preload(picture().url);
    one.tell('settle', 1);
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
    other.tell('settle', 1);
    expect((await gallery.done).done).toBe(1);
  });
});

describe('a page that always has some call under way', () => {
  test('lets one preload through after each `busyTimeout`', async () => {
    const pass = stopTheClock();
    const { busy, tell } = source();
    const images = preloader({ busy });
    await pass(0);
    tell('launch', 0);
    let calls = 0;
    /** No call is open for a second, and there is always one. */
    const seconds = async (count: number) => {
      for (let second = 0; second < count; second++) {
        await pass(1000);
        tell('launch', ++calls);
        tell('settle', calls - 1);
      }
      await tasks();
    };
    const [one, two] = [picture({ gate: 'body' }), picture({ gate: 'body' })];
    const gallery = images.preload(one.url, two.url);
    await seconds(9);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 2 });
    await seconds(1);
    await one.seen({ requests: 1 });
    // It goes through: nothing makes it step aside, and nothing starts beside it.
    await seconds(15);
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 1 });
    await one.open('body');
    await until(() => gallery.progress.done === 1);
    await seconds(9);
    expect(await two.hits()).toBe(0);
    await seconds(1);
    await two.seen({ requests: 1 });
    await two.open('body');
    expect((await gallery.done).done).toBe(2);
    expect([await one.seen(), await two.seen()]).toMatchObject([{ aborted: 0 }, { aborted: 0 }]);
  });

  test('lets preloads through, too, where each call begins when the last one has settled', async () => {
    const pass = stopTheClock();
    const { busy, tell } = source();
    const images = preloader({ busy });
    await pass(0);
    tell('launch', 0);
    const gallery = images.preload(picture().url);
    for (let call = 0; call < 10; call++) {
      await pass(1000);
      tell('settle', call);
      tell('launch', call + 1);
    }
    await tasks();
    expect((await gallery.done).done).toBe(1);
  });

  test.each<[string, (images: ReturnType<typeof preloader>) => void]>([
    ['is paused', (images) => images.pause()],
    ['is hidden', () => hideTab(true)],
  ])('lets nothing through while it %s', async (_, hold) => {
    const pass = stopTheClock();
    const { busy, tell } = source();
    const images = preloader({ busy });
    await pass(0);
    tell('launch', 0);
    images.preload(picture().url);
    hold(images);
    await pass(60_000);
    await tasks();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 1 });
  });
});

describe('a load that hangs', () => {
  test('holds all preloads except one after each `busyTimeout`', async () => {
    const pass = stopTheClock();
    const images = preloader();
    await pass(0);
    const hung = picture({ gate: 'body' });
    const image = images.load(hung.url);
    const list = pictures(2);
    const gallery = images.preload(...urls(list));
    await pass(9999);
    await tasks();
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 2 });
    await pass(1);
    await until(() => gallery.progress.done === 1);
    expect(images.stats()).toMatchObject({ inFlight: 1, waiting: 1 });
    await pass(10_000);
    expect((await gallery.done).done).toBe(2);
    await hung.open('body');
    expect((await image).naturalWidth).toBe(8);
  });

  test('holds preloads in the same way when it has adopted the preload in flight', async () => {
    const pass = stopTheClock();
    const images = preloader();
    await pass(0);
    const [hung, next] = [picture({ gate: 'body' }), picture()];
    const gallery = images.preload(hung.url, next.url);
    await hung.seen({ requests: 1 });
    const image = images.load(hung.url);
    await pass(10_000);
    await until(() => gallery.progress.done === 1);
    await hung.open('body');
    await image;
  });
});

describe('an image as Blob through a wrapped fetch that is `busy`', () => {
  test('does not wait for its own calls, also when they are made later', async () => {
    const fetch = createFetch();
    const images = preloader({ busy: fetch });
    const one = picture({ gate: 'body' });
    const gate = deferred();
    const later: typeof globalThis.fetch = async (...args) => {
      await gate.promise;
      return fetch(...args);
    };
    const gallery = images.preload({ src: one.url, as: asBlob({ fetch: later }) });
    await new Promise((resolve) => images.addEventListener('launch', resolve));
    gate.resolve();
    await one.seen({ requests: 1 });
    await one.open('body');
    expect((await gallery.done).done).toBe(1);
    expect(await one.hits()).toBe(1);
  });
});
