import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kept } from '../support/kept.ts';
import { resource } from '../support/resource.ts';
import {
  countAnew,
  counted,
  countIn,
  engines,
  imageIn,
  openSite,
  openTab,
  type Site,
  subscribed,
  type Tab,
} from '../support/site.ts';

declare global {
  /** The variables of a test in its page. */
  var waiting: Promise<string>[];
  var controller: AbortController;
}

type How = 'shared' | 'fetch';

/** Requests a URL and keeps the result. */
const wait = (tab: Tab, url: string, how: How, init: RequestInit = {}): Promise<void> =>
  tab.evaluate(
    (url, how, init) => {
      globalThis.waiting ??= [];
      const text = globalThis[how](url, init).then((response) => response.text());
      waiting.push(text.catch((error: Error) => error.name));
    },
    url,
    how,
    init,
  );

/** Counts what the worker has sent and has neither been answered nor aborted. */
const inFlight = (tab: Tab): Promise<number> => tab.evaluate(async () => (await attendant.stats()).inFlight);

const waited = (tab: Tab): Promise<string[]> => tab.evaluate(() => Promise.all(globalThis.waiting ?? []));

/** When a request is aborted. */
type When = 'in its turn' | 'in the next turn' | 'once the worker has it';

/** Asks with the wrapped fetch, and aborts that. */
const giveUp = (
  tab: Tab,
  url: string,
  init: RequestInit = {},
  when: When = 'once the worker has it',
): Promise<void> =>
  tab.evaluate(
    async (url, init, when) => {
      const { calls } = (await attendant.stats()).all;
      const controller = new AbortController();
      shared(url, { ...init, signal: controller.signal }).catch(() => {});
      if (when === 'in the next turn') await new Promise((resolve) => setTimeout(resolve));
      while (when === 'once the worker has it' && (await attendant.stats()).all.calls === calls);
      controller.abort();
    },
    url,
    init,
    when,
  );

/**
 * Waits until a request that was aborted by mistake would have ended. The duration is real: the worker gives a browser
 * 500 ms to send a request again, and the page tells the worker once more after 20 ms.
 */
const told = (tab: Tab): Promise<void> =>
  tab.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await attendant.stats();
  });

/** Not more than a browser has connections to one origin. */
const pairs = 5;

/** Counts the requests that were not aborted. */
const unaborted = async (server: ReturnType<typeof resource>): Promise<number> => {
  const { requests, aborted } = await server.seen();
  return requests.length - aborted;
};

/** Expects that each waiting caller is answered by one request, once others have ended, and that nothing is sent again. */
const isAnsweredOnce = async (
  server: ReturnType<typeof resource>,
  tab: Tab,
  count: number,
): Promise<void> => {
  // The browser may still keep a request back, and send it when an aborted one has left its connection.
  await expect.poll(() => inFlight(tab)).toBe(count);
  await expect.poll(() => unaborted(server)).toBe(count);
  await server.open('headers');
  expect(await waited(tab)).toEqual(Array(count).fill('waited for'));
  expect(await unaborted(server)).toBe(count);
};

/** Asks with the wrapped fetch, and aborts that when the server has the request. Waits until the server sees the abort. */
async function endsWhenAborted(tab: Tab, server: ReturnType<typeof resource>): Promise<void> {
  await tab.evaluate((url) => {
    globalThis.controller = new AbortController();
    shared(url, { signal: controller.signal }).catch(() => {});
  }, server.url);
  await server.seen({ requests: 1 });
  await tab.evaluate(() => controller.abort());
  await server.seen({ aborted: 1 });
}

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let tab: Tab;
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  const visit = kept(
    async () => {
      const visitor = await site.visitor();
      return { visitor, tab: await openTab(site, visitor) };
    },
    ({ visitor }) => visitor.close(),
  );
  beforeEach(async () => {
    tab = visit.now.tab;
    await countAnew(tab);
    await tab.evaluate(() => void Reflect.deleteProperty(globalThis, 'waiting'));
    return async () => {
      // In WebKit some requests never end.
      if ((await inFlight(tab).catch(() => 1)) > 0) visit.renew();
    };
  });

  // In WebKit the worker's timeline lists no body that was cancelled.
  test('a body that the only caller of a wrapped fetch has cancelled is no longer in flight', async () => {
    const server = at({ gate: 'end', body: 'half of it', chunk: 5 });
    await tab.evaluate(async (url) => {
      const reader = (await shared(url)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }, server.url);
    await expect.poll(() => inFlight(tab)).toBe(0);
    await server.open('end');
  });

  describe('a request that a caller waits for goes on when another one is aborted', () => {
    const cases: [string, RequestInit, How, RequestInit][] = [
      ['that asks for a fresh answer', { cache: 'no-store' }, 'shared', {}],
      ['for the head alone', { method: 'HEAD' }, 'shared', {}],
      ['without its header', {}, 'shared', { headers: { 'x-own': 'b' } }],
      ['with another header', { headers: { 'x-own': 'a' } }, 'shared', { headers: { 'x-own': 'b' } }],
      ['of another user', {}, 'shared', { headers: { authorization: 'Bearer b' } }],
      ['that takes redirects', {}, 'shared', { redirect: 'error' }],
      ['with other credentials', {}, 'shared', { credentials: 'omit' }],
      ['with another referrer policy', {}, 'shared', { referrerPolicy: 'no-referrer' }],
      ['with another referrer', {}, 'shared', { referrer: '/elsewhere' }],
      ['with another integrity', { integrity: 'sha256-a' }, 'shared', {}],
      ['of another mode', { mode: 'same-origin' }, 'shared', {}],
      ['just like it, sent by the native fetch', {}, 'fetch', {}],
    ];

    test.each(cases)('%s', async (_, one, how, other) => {
      const server = at({ gate: 'headers', body: 'waited for' });
      await wait(tab, server.url, how, other);
      await subscribed(tab, 1);
      await giveUp(tab, server.url, one);
      await told(tab);
      await isAnsweredOnce(server, tab, 1);
    });

    test('with the same name, aborted as soon as it is sent', async () => {
      const server = at({ gate: 'headers', body: 'waited for' });
      for (let count = 0; count < pairs; count++)
        await tab.evaluate(async (url) => {
          globalThis.waiting ??= [];
          const controller = new AbortController();
          shared(url, { signal: controller.signal }).catch(() => {});
          const text = fetch(url).then((response) => response.text());
          waiting.push(text.catch((error: Error) => error.name));
          await null;
          controller.abort();
        }, `${server.url}&n=${count}`);
      await told(tab);
      await isAnsweredOnce(server, tab, pairs);
    });

    test.each<When>(['in the next turn', 'once the worker has it'])(
      'with the same name, sent by the native fetch before, and aborted %s: nothing is sent again',
      async (when) => {
        const server = at({ gate: 'headers', body: 'waited for' });
        const urls = Array.from({ length: pairs }, (_, nth) => `${server.url}&n=${nth}`);
        for (const url of urls) await wait(tab, url, 'fetch');
        await subscribed(tab, pairs);
        // Requests that are sent at one time cannot be told apart.
        await new Promise((resolve) => setTimeout(resolve, 200));
        for (const url of urls) await giveUp(tab, url, {}, when);
        await told(tab);
        expect(await server.hits()).toBe(pairs);
        await isAnsweredOnce(server, tab, pairs);
      },
    );

    test.each<When>(['in the next turn', 'once the worker has it'])(
      'with the same name, aborted %s, which it replaces',
      async (when) => {
        const server = at({ gate: 'headers', body: 'waited for' });
        for (let count = 0; count < pairs; count++) {
          const url = `${server.url}&n=${count}`;
          await giveUp(tab, url, {}, when);
          await wait(tab, url, 'shared');
        }
        await told(tab);
        await isAnsweredOnce(server, tab, pairs);
      },
    );

    test('that the page names twice, because it has registered twice', async () => {
      visit.renew();
      const server = at({ gate: 'headers', body: 'waited for' });
      await tab.evaluate(
        (match) => coflight.register('/coflight-sw.js', { match, listenTo: [shared] }),
        ['/r/*', `${site.other}/r/*`],
      );
      await wait(tab, server.url, 'fetch');
      await subscribed(tab, 1);
      await giveUp(tab, server.url);
      await told(tab);
      expect(await countIn(tab, 'left')).toBe(1);
      await server.open('headers');
      expect(await waited(tab)).toEqual(['waited for']);
      expect(await server.hits()).toBe(1);
    });
  });

  // In Firefox every answer after a redirect is `redirected`.
  test.runIf(engine === 'chromium')(
    'a caller that still waits gets an answer that is not `redirected`, also when it shares the answer with another tab',
    async () => {
      const server = at({ gate: 'headers', body: 'waited for' });
      const tabs = [tab, await openTab(site, visit.now.visitor)];
      const seen: Promise<boolean>[] = [];
      for (const [nth, one] of tabs.entries()) {
        seen.push(one.evaluate(async (url) => (await fetch(url)).redirected, server.url));
        await subscribed(tab, nth + 1);
      }
      await tab.evaluate((url) => attendant.leave(new Request(url)), server.url);
      await counted(tab, 'left', 1);
      await told(tab);
      await server.open('headers');
      expect(await Promise.all(seen)).toEqual([false, false]);
      expect(await server.hits()).toBe(1);
    },
  );

  test('an image that two elements show goes on when one of them is removed and the page says so', async () => {
    const server = at({ gate: 'headers', image: '8x4' });
    const shown = tab.evaluate(
      (url) =>
        new Promise((resolve) => {
          const [one, other] = [new Image(), new Image()];
          other.onload = () => resolve(other.naturalWidth);
          other.onerror = () => resolve('error');
          one.src = other.src = url;
          document.body.append(one);
        }),
      server.url,
    );
    await subscribed(tab, 1);
    await tab.evaluate((url) => {
      document.querySelector('img')?.removeAttribute('src');
      attendant.leave(url);
    }, server.url);
    await counted(tab, 'left', 1);
    await told(tab);
    await server.open('headers');
    expect(await shown).toBe(8);
    expect(await server.hits()).toBe(1);
  });

  // WebKit asks the redirect of the worker for the permission of the other origin.
  test('an image of another origin that an isolated page waits for goes on when the page says that another one has left', async () => {
    const html = await (await fetch(`${site.origin}/page`)).text();
    const policy = { 'cross-origin-embedder-policy': 'require-corp' };
    site.put('/isolated', html, { 'content-type': 'text/html', ...policy });
    const visitor = await site.visitor();
    const isolated = await openTab(site, visitor, { path: '/isolated' });
    const allowed = { 'header.cross-origin-resource-policy': 'cross-origin' };
    const server = at({ gate: 'headers', image: '8x4', ...allowed }, site.other);
    const shown = imageIn(isolated, server.url);
    await subscribed(isolated, 1);
    await isolated.evaluate((url) => attendant.leave(url), server.url);
    await counted(isolated, 'left', 1);
    await told(isolated);
    await server.open('headers');
    expect(await shown).toBe('8x4');
    expect(await server.hits()).toBe(1);
    await visitor.close();
  });

  test('a call that is made as soon as the same request is aborted gets a new request', async () => {
    for (let count = 0; count < 3; count++) {
      const server = at({ gate: 'headers' });
      await tab.evaluate(async (url) => {
        const { calls } = (await attendant.stats()).all;
        const controller = new AbortController();
        const aborted = shared(url, { signal: controller.signal });
        while ((await attendant.stats()).all.calls === calls);
        controller.abort();
        await aborted.catch(() => {});
        globalThis.waiting = [shared(url).then((response) => response.text())];
      }, server.url);
      await expect.poll(() => server.hits()).toBe(2);
      await server.open('headers');
      await waited(tab);
    }
  });

  test.each<When>(['in its turn', 'in the next turn', 'once the worker has it'])(
    'a request that is aborted %s ends',
    async (when) => {
      const server = at({ gate: 'headers' });
      await giveUp(tab, server.url, {}, when);
      // Browsers do not always send a request that is aborted so soon.
      await told(tab);
      await expect.poll(() => unaborted(server)).toBe(0);
    },
  );

  test('a request that is aborted once the server has it ends', () =>
    endsWhenAborted(tab, at({ gate: 'headers' })));

  test.each([
    ['was made as a Request with headers', {}],
    ['bypasses the flights of its page', { coalesce: false }],
  ])('a request that %s ends when it is aborted', async (_, more) => {
    const server = at({ gate: 'headers' });
    await tab.evaluate(
      (url, more) => {
        globalThis.controller = new AbortController();
        const init = { headers: { 'x-own': 'a', accept: 'text/plain' }, referrerPolicy: 'origin' } as const;
        shared(new Request(url, init), { ...more, signal: controller.signal }).catch(() => {});
      },
      server.url,
      more,
    );
    await server.seen({ requests: 1 });
    await tab.evaluate(() => controller.abort());
    await server.seen({ aborted: 1 });
  });

  test('a request of a `srcdoc` frame ends when the frame, which has registered, aborts it', async () => {
    visit.renew();
    const server = at({ gate: 'headers', body: 'in the frame' });
    const result = tab.evaluate(
      async (url, match) => {
        const frame = document.createElement('iframe');
        frame.srcdoc = await (await fetch('/page')).text();
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener('load', resolve));
        const { coflight } = frame.contentWindow as unknown as typeof globalThis;
        const listenTo = coflight.createFetch();
        const result = await coflight.register('/coflight-sw.js', { match, listenTo });
        globalThis.controller = new AbortController();
        const answer = listenTo(url, { signal: controller.signal });
        globalThis.waiting = [answer.then((response) => response.text()).catch(({ name }) => name)];
        return 'reason' in result ? result.reason : result.status;
      },
      server.url,
      ['/r/*', `${site.other}/r/*`],
    );
    // WebKit lets such a frame register no worker, and serves its requests by that of its page.
    expect(await result).toBe(engine === 'webkit' ? 'blocked' : 'controlled');
    await subscribed(tab, 1);
    if (engine === 'webkit') {
      await server.open('headers');
      expect(await waited(tab)).toEqual(['in the frame']);
      return;
    }
    await server.seen({ requests: 1 });
    await tab.evaluate(() => controller.abort());
    await server.seen({ aborted: 1 });
  });

  test('a page that comes back from the back/forward cache has its answer, and aborts as before', async () => {
    visit.renew();
    const server = at({ gate: 'headers', body: 'waited for' });
    await wait(tab, server.url, 'fetch');
    await subscribed(tab, 1);
    await tab.goto(`${site.origin}/elsewhere`);
    await tab.goBack();
    await server.open('headers');
    const isBack = await tab.evaluate(() => 'waiting' in globalThis);
    if (!isBack) return;
    // WebKit fails all requests of a page that goes into the cache, with a worker or without.
    expect(await waited(tab)).toEqual([engine === 'webkit' ? 'TypeError' : 'waited for']);
    await endsWhenAborted(tab, at({ gate: 'headers' }));
  });
});
