import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kept } from '../support/kept.ts';
import { resource } from '../support/resource.ts';
import {
  countAnew,
  counted,
  engines,
  openSite,
  openTab,
  type Site,
  stopWorkers,
  subscribed,
  type Tab,
  textIn,
} from '../support/site.ts';

/** Sends a write, reads the answer, and returns once the worker was told that the write is over. */
const writeIn = (tab: Tab, url: string, how: 'shared' | 'fetch' | 'xhr'): Promise<void> =>
  tab.evaluate(
    async (url, how) => {
      if (how === 'xhr')
        await new Promise((resolve) => {
          const request = new XMLHttpRequest();
          request.onload = resolve;
          request.open('POST', url);
          request.send('x');
        });
      else await (await globalThis[how](url, { method: 'POST', body: 'x' })).text();
      // The page learns of the end from this entry too, and its observer is the older one: it is called first.
      await new Promise<void>((resolve) => {
        const entries = new PerformanceObserver((list) => {
          if (list.getEntriesByName(url).length) resolve();
        });
        entries.observe({ type: 'resource', buffered: true });
      });
      // The worker takes the messages of a page in their order.
      await attendant.stats();
    },
    url,
    how,
  );

/** Reads by the wrapped fetch of a tab. */
const readIn = (tab: Tab, url: string): Promise<string> =>
  tab.evaluate(async (url) => (await shared(url)).text(), url);

/** Returns a function that waits until the worker has told a tab that no one may join a read. */
const hearClosed = async (tab: Tab, url: string): Promise<() => Promise<unknown>> => {
  await tab.evaluate((url) => {
    Reflect.deleteProperty(globalThis, 'told');
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data.urls?.includes(url)) Object.assign(globalThis, { told: true });
    });
  }, url);
  return () => tab.waitForFunction(() => 'told' in globalThis);
};

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let tabs: readonly [Tab, Tab];
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  const visit = kept(
    async () => {
      const visitor = await site.visitor();
      return { visitor, tabs: [await openTab(site, visitor), await openTab(site, visitor)] as const };
    },
    ({ visitor }) => visitor.close(),
  );
  /** Resolves when reads are shared: a write of an earlier test may keep them apart a little longer. */
  const sharing = async (): Promise<void> => {
    let hits = 0;
    while (hits !== 1) {
      await countAnew(tabs[0]);
      const server = at({ gate: 'headers' });
      const texts = tabs.map((tab) => textIn(tab, server.url));
      await subscribed(tabs[0], 2);
      hits = await server.hits();
      await server.open('headers');
      await Promise.all(texts);
    }
  };
  beforeEach(async () => {
    tabs = visit.now.tabs;
    await sharing();
    await Promise.all(tabs.map(countAnew));
  });

  const ways = ['shared', 'fetch', 'xhr'] as const;

  describe.each(ways)('read your own writes, sent by %s', (how) => {
    test('no tab joins a read from before a write after it', async () => {
      const server = at({ gate: 'headers' });
      const before = textIn(tabs[0], server.url);
      await subscribed(tabs[0], 1);
      await writeIn(tabs[1], at({}).url, how);
      const after = textIn(tabs[0], server.url);
      await counted(tabs[0], 'launched', 2);
      await server.open('headers');
      expect(await Promise.all([before, after])).toEqual(['ok', 'ok']);
      expect(await server.hits()).toBe(2);
    });

    test('no tab joins a read from during a write after it', async () => {
      const [written, server] = [at({ gate: 'headers' }), at({ gate: 'headers' })];
      const write = writeIn(tabs[0], written.url, how);
      await written.seen({ requests: 1 });
      const during = textIn(tabs[1], server.url);
      await server.seen({ requests: 1 });
      await written.open('headers');
      await write;
      const after = textIn(tabs[1], server.url);
      await counted(tabs[1], 'launched', 2);
      await server.open('headers');
      await Promise.all([during, after]);
      expect(await server.hits()).toBe(2);
    });

    test("no call of another tab's wrapped fetch joins a read from before a write after it", async () => {
      const server = at({ gate: 'headers' });
      const closed = await hearClosed(tabs[0], server.url);
      const before = readIn(tabs[0], server.url);
      await subscribed(tabs[0], 1);
      await writeIn(tabs[1], at({}).url, how);
      await closed();
      const after = readIn(tabs[0], server.url);
      await counted(tabs[0], 'launched', 2);
      await server.open('headers');
      expect(await Promise.all([before, after])).toEqual(['ok', 'ok']);
      expect(await server.hits()).toBe(2);
    });

    test("no call of another tab's wrapped fetch joins a read from before a write after it that the worker sent unshared", async () => {
      const server = at({ gate: 'headers', vary: '*' });
      const closed = await hearClosed(tabs[0], server.url);
      const leader = readIn(tabs[1], server.url);
      await subscribed(tabs[0], 1);
      const before = readIn(tabs[0], server.url);
      await subscribed(tabs[0], 2);
      await server.open('headers1');
      await counted(tabs[0], 'launched', 2);
      await writeIn(tabs[1], at({}).url, how);
      await closed();
      const after = readIn(tabs[0], server.url);
      await counted(tabs[0], 'launched', 3);
      await server.open('headers2', 'headers3');
      expect(await Promise.all([leader, before, after])).toEqual(['ok', 'ok', 'ok']);
      expect(await server.hits()).toBe(3);
    });

    test("no call of another tab's wrapped fetch joins a read from during a write after it", async () => {
      const [written, server] = [at({ gate: 'headers' }), at({ gate: 'headers' })];
      const closed = await hearClosed(tabs[1], server.url);
      const write = writeIn(tabs[0], written.url, how);
      await written.seen({ requests: 1 });
      const during = readIn(tabs[1], server.url);
      await server.seen({ requests: 1 });
      await written.open('headers');
      await write;
      await closed();
      const after = readIn(tabs[1], server.url);
      await counted(tabs[1], 'launched', 2);
      await server.open('headers');
      expect(await Promise.all([during, after])).toEqual(['ok', 'ok']);
      expect(await server.hits()).toBe(2);
    });

    test.runIf(engine === 'chromium')(
      'no tab joins a read from during a write after it, although the worker was stopped between the begin and the end of the write (#19)',
      async () => {
        const [written, server] = [at({ gate: 'headers' }), at({ gate: 'headers' })];
        const write = writeIn(tabs[0], written.url, how);
        await written.seen({ requests: 1 });
        await stopWorkers(tabs[0]);
        // A new worker counts from zero.
        await Promise.all(tabs.map(countAnew));
        const during = textIn(tabs[1], server.url);
        await server.seen({ requests: 1 });
        await written.open('headers');
        await write;
        const after = textIn(tabs[1], server.url);
        await counted(tabs[1], 'launched', 2);
        await server.open('headers');
        expect(await Promise.all([during, after])).toEqual(['ok', 'ok']);
        expect(await server.hits()).toBe(2);
      },
    );

    test('reads after a write are shared again, also at its own URL', async () => {
      const server = at({ gate: 'headers' });
      const write = writeIn(tabs[0], server.url, how);
      await server.open('headers1');
      await write;
      // The worker learns a little later that the write is over. Until then each read is a separate request.
      for (let reads = 2; (await server.hits()) === reads - 1; reads += 2) {
        const texts = tabs.map((tab) => textIn(tab, server.url));
        await subscribed(tabs[0], reads);
        await server.open(`headers${reads}`, `headers${reads + 1}`);
        await Promise.all(texts);
      }
    });
  });

  test.each(['with the page', 'with a redirect to it', 'with redirects to it by way of another origin'])(
    'the page that a form opens joins no read from before the form is answered %s',
    async (how) => {
      const [one, two] = tabs;
      visit.renew();
      const server = at({ gate: 'headers' });
      const opened = at({
        type: 'text/html',
        body: `<script>globalThis.after = fetch('${server.url}').then((answer) => answer.text())</script>`,
      });
      const redirect = how.includes('another') ? at({ redirect: opened.url }, site.other).url : opened.url;
      const form = at({ gate: 'headers', ...(how !== 'with the page' && { status: 303, redirect }) });
      const action = how === 'with the page' ? opened.url.replace('?', '?gate=headers&') : form.url;
      const answered = how === 'with the page' ? opened : form;
      await two.evaluate((action) => {
        const form = document.createElement('form');
        document.body.append(Object.assign(form, { action, method: 'post' }));
        new BroadcastChannel('forms').onmessage = () => form.submit();
      }, action);
      // By the other tab: the driver of WebKit answers no question about a tab that goes elsewhere.
      await one.evaluate(() => new BroadcastChannel('forms').postMessage('submit'));
      await answered.seen({ requests: 1 });
      // For a second a write fences everything that it can fence.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      const before = textIn(one, server.url);
      await server.seen({ requests: 1 });
      await answered.open('headers');
      await counted(one, 'launched', 2);
      await server.open('headers');
      expect(await before).toBe('ok');
      await two.waitForFunction(() => 'after' in globalThis);
      expect(await two.evaluate(() => (globalThis as { after?: unknown }).after)).toBe('ok');
      expect(await server.hits()).toBe(2);
    },
  );

  test.runIf(engine !== 'firefox')(
    'a write that `match` does not name still comes to the worker',
    async () => {
      const [one, two] = tabs;
      const server = at({ gate: 'headers' });
      const before = textIn(one, server.url);
      await counted(one, 'launched', 1);
      await textIn(two, `${site.origin}/elsewhere`, { method: 'POST', body: 'x' });
      const after = textIn(two, server.url);
      await counted(two, 'launched', 2);
      await server.open('headers');
      await Promise.all([before, after]);
      expect(await server.hits()).toBe(2);
    },
  );

  test('a write to another origin changes nothing', async () => {
    const server = at({ gate: 'headers' });
    const texts = [textIn(tabs[0], server.url)];
    await subscribed(tabs[0], 1);
    await writeIn(tabs[1], at({}, site.other).url, 'fetch');
    texts.push(textIn(tabs[1], server.url));
    await counted(tabs[0], 'joined', 1);
    await server.open('headers');
    await Promise.all(texts);
    expect(await server.hits()).toBe(1);
  });

  test('no tab joins a read from before the write of a page that the worker does not serve', async () => {
    const visitor = await site.visitor();
    const scope = '/inside';
    const inside = await openTab(site, visitor, { path: scope, scope });
    const outside = await visitor.newPage();
    await outside.goto(`${site.origin}/outside`);
    const status = await outside.evaluate(async (scope) => {
      globalThis.shared = coflight.createFetch();
      const result = await coflight.register('/coflight-sw.js', { match: '/r/*', scope, listenTo: shared });
      if (result.status === 'bypassed') globalThis.attendant = result.worker;
      return result.status;
    }, scope);
    expect(status).toBe('bypassed');
    const server = at({ gate: 'headers' });
    const before = textIn(inside, server.url);
    await subscribed(inside, 1);
    await writeIn(outside, at({}).url, 'shared');
    const after = textIn(inside, server.url);
    await counted(inside, 'launched', 2);
    await server.open('headers');
    expect(await Promise.all([before, after])).toEqual(['ok', 'ok']);
    await visitor.close();
  });

  test('no tab joins a read from before a write with `keepalive`, which some browsers send past the worker', async () => {
    const server = at({ gate: 'headers' });
    const before = textIn(tabs[0], server.url);
    await subscribed(tabs[0], 1);
    await tabs[1].evaluate(async (url) => {
      await (await shared(url, { method: 'POST', body: 'x', keepalive: true })).text();
      // The worker takes the messages of a page in their order.
      await attendant.stats();
    }, at({}).url);
    const after = textIn(tabs[0], server.url);
    await counted(tabs[0], 'launched', 2);
    await server.open('headers');
    expect(await Promise.all([before, after])).toEqual(['ok', 'ok']);
  });

  test('no call joins a read from during a write that its page sent before it registered', async () => {
    const tab = await visit.now.visitor.newPage();
    await tab.goto(`${site.origin}/page`);
    const [written, server] = [at({ gate: 'headers' }), at({ gate: 'headers' })];
    await tab.evaluate((url) => {
      globalThis.shared = coflight.createFetch();
      Object.assign(globalThis, { write: shared(url, { method: 'POST', body: 'x' }) });
    }, written.url);
    await written.seen({ requests: 1 });
    await tab.evaluate(
      async (match) => {
        const { worker } = await coflight.register('/coflight-sw.js', { match, listenTo: shared });
        if (worker) globalThis.attendant = worker;
        // Until then the worker keeps all reads apart.
        await new Promise((resolve) => setTimeout(resolve, 1_100));
      },
      ['/r/*', `${site.other}/r/*`],
    );
    await countAnew(tab);
    const during = readIn(tab, server.url);
    await server.seen({ requests: 1 });
    await written.open('headers');
    await tab.evaluate(async () => {
      await (globalThis as { write?: Promise<Response> }).write;
      await attendant.stats();
    });
    const after = readIn(tab, server.url);
    await counted(tab, 'launched', 2);
    await server.open('headers');
    expect(await Promise.all([during, after])).toEqual(['ok', 'ok']);
    expect(await server.hits()).toBe(2);
    await tab.close();
  });

  test('an unshared GET of the same URL does not end a write', async () => {
    const server = at({ gate: 'headers' });
    const write = writeIn(tabs[0], server.url, 'fetch');
    await server.seen({ requests: 1 });
    const unshared = tabs[0].evaluate(
      (url) => shared(url, { cache: 'no-store' }).then((r) => r.text()),
      server.url,
    );
    await server.seen({ requests: 2 });
    await server.open('headers2');
    await unshared;
    const during = textIn(tabs[1], server.url);
    await server.seen({ requests: 3 });
    await server.open('headers1');
    await write;
    const after = textIn(tabs[1], server.url);
    await counted(tabs[1], 'launched', 2);
    await server.open('headers');
    await Promise.all([during, after]);
    expect(await server.hits()).toBe(4);
  });

  test("after `forget()` by a page, no call of another tab's wrapped fetch joins a flight from before", async () => {
    const server = at({ gate: 'headers' });
    const closed = await hearClosed(tabs[0], server.url);
    const before = readIn(tabs[0], server.url);
    await subscribed(tabs[0], 1);
    await tabs[1].evaluate(() => attendant.forget());
    await closed();
    const after = readIn(tabs[0], server.url);
    await counted(tabs[0], 'launched', 2);
    await server.open('headers');
    await Promise.all([before, after]);
    expect(await server.hits()).toBe(2);
  });

  test('after `forget()` by a page, no call joins a flight from before', async () => {
    const server = at({ gate: 'headers' });
    const before = textIn(tabs[0], server.url);
    await subscribed(tabs[0], 1);
    await tabs[1].evaluate(() => attendant.forget());
    const after = textIn(tabs[0], server.url);
    await counted(tabs[0], 'launched', 2);
    await server.open('headers');
    await Promise.all([before, after]);
    expect(await server.hits()).toBe(2);
  });
});
