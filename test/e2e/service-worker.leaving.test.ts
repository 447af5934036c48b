import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import {
  counted,
  engines,
  openSite,
  openTab,
  type Site,
  subscribed,
  type Tab,
  type TabOptions,
  textIn,
  type Visitor,
} from '../support/site.ts';

declare global {
  /** The variables of a test in its page. */
  var controller: AbortController;
  var reader: ReadableStreamDefaultReader<Uint8Array>;
}

/** Makes a request by the wrapped fetch or by the native one, and drops the result. */
const ask = (tab: Tab, url: string, how: 'shared' | 'fetch' = 'shared'): Promise<void> =>
  tab.evaluate(
    (url, how) => {
      globalThis.controller = new AbortController();
      globalThis[how](url, { signal: controller.signal }).catch(() => {});
    },
    url,
    how,
  );

const giveUp = (tab: Tab): Promise<void> => tab.evaluate(() => controller.abort());

/** Reads the first bytes, and then waits. */
const begin = (tab: Tab, url: string): Promise<void> =>
  tab.evaluate(async (url) => {
    globalThis.controller = new AbortController();
    const { body } = await shared(url, { signal: controller.signal });
    globalThis.reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
    await reader.read();
  }, url);

/** How many bytes there are still to be read. */
const rest = (tab: Tab): Promise<number> =>
  tab.evaluate(async () => {
    let bytes = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      bytes += chunk.value.length;
    return bytes;
  });

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);
  const open = (options: TabOptions = {}) => openTab(site, visitor, options);

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    return () => visitor.close();
  });

  describe('before the headers', () => {
    const away: [string, (tab: Tab) => Promise<unknown>][] = [
      ['gives up', giveUp],
      ['gives up and tells nobody', giveUp],
      ['is closed', (tab) => tab.close()],
      ['is reloaded', (tab) => tab.reload()],
      ['goes elsewhere', (tab) => tab.goto(`${site.origin}/elsewhere`)],
    ];

    test.each(away)('the leader %s: the follower has its answer, from the same request', async (how, go) => {
      const [leader, follower] = [await open(), await open()];
      const server = at({ gate: 'headers', body: 'shared' });
      await ask(leader, server.url, how.endsWith('nobody') ? 'fetch' : 'shared');
      await subscribed(follower, 1);
      const text = textIn(follower, server.url);
      await subscribed(follower, 2);
      await go(leader);
      await server.open('headers');
      expect(await text).toBe('shared');
      expect(await server.hits()).toBe(1);
    });

    test.each(away.filter(([how]) => how !== 'gives up and tells nobody' && how !== 'goes elsewhere'))(
      'everybody %s: the request ends',
      async (_, go) => {
        const [one, two, bystander] = [await open(), await open(), await open()];
        const server = at({ gate: 'headers' });
        await Promise.all([ask(one, server.url), ask(two, server.url)]);
        await subscribed(bystander, 2);
        await server.seen({ requests: 1 });
        await go(one);
        await counted(bystander, 'left', 1);
        expect((await server.seen()).aborted).toBe(0);
        await go(two);
        await server.seen({ aborted: 1 });
        expect(await bystander.evaluate(async () => (await attendant.stats()).inFlight)).toBe(0);
      },
    );

    test('an <img> whose source is taken away leaves', async () => {
      const tab = await open();
      const server = at({ gate: 'headers', image: '8x4' });
      await tab.evaluate((url) => {
        document.body.append(Object.assign(new Image(), { src: url }));
      }, server.url);
      await server.seen({ requests: 1 });
      await tab.evaluate((url) => {
        document.images[0]?.removeAttribute('src');
        attendant.leave(url);
      }, server.url);
      if (engine === 'webkit') {
        // It never ends the request of an image, with a worker or without. So the image waits, and has its answer.
        await counted(tab, 'left', 1);
        await server.open('headers');
        expect(await server.seen({ finished: 1 })).toMatchObject({ requests: { length: 1 }, aborted: 0 });
        return;
      }
      await server.seen({ aborted: 1 });
    });

    test('a call after all callers have left sends a new request', async () => {
      const tab = await open();
      const server = at({ gate: 'headers', body: 'again' });
      await ask(tab, server.url);
      await server.seen({ requests: 1 });
      await giveUp(tab);
      await server.seen({ aborted: 1 });
      const text = textIn(tab, server.url);
      await server.seen({ requests: 2 });
      await server.open('headers');
      expect(await text).toBe('again');
    });
  });

  // Past the bound, bodies are native clones, so the browser notices when they are cancelled.
  describe('in mid-body', () => {
    /** Two tabs that have begun to read one body. */
    const readers = async (query: Parameters<typeof resource>[0]) => {
      const server = at(query);
      const tabs = [await open({ maxReplay: 1000 }), await open({ maxReplay: 1000 })] as const;
      const begun = tabs.map((tab) => begin(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('body');
      await Promise.all(begun);
      return { server, tabs };
    };
    const large = { gate: 'body', size: 3_000_000, chunk: 1_000_000 };
    /** Firefox notices that a page has given a body up when more of it comes. */
    const notFirefox = test.runIf(engine !== 'firefox');
    const trickling = { gate: 'body', size: 100_000_000, chunk: 100_000, pause: 20 };

    test('one aborts: the other has all of it', async () => {
      const { server, tabs } = await readers({ ...large, gate: 'body,end' });
      await tabs[0].evaluate(() => controller.abort());
      const bytes = rest(tabs[1]);
      await server.open('end');
      expect(await bytes).toBeGreaterThan(0);
      expect(await server.seen({ finished: 1 })).toMatchObject({ sent: large.size, aborted: 0 });
    });

    test.each<[string, (tab: Tab) => Promise<unknown>]>([
      ['aborts', (tab) => tab.evaluate(() => controller.abort())],
      ['cancels', (tab) => tab.evaluate(() => reader.cancel())],
      ['is closed', (tab) => tab.close()],
      ['is reloaded', (tab) => tab.reload()],
    ])('everybody %s: the request ends', async (_, go) => {
      const { server, tabs } = await readers(trickling);
      await Promise.all(tabs.map(go));
      await server.seen({ aborted: 1 });
    });

    notFirefox('everybody gives up: the request ends though nothing comes', async () => {
      const { server, tabs } = await readers({ ...large, gate: 'body,end' });
      await giveUp(tabs[0]);
      await counted(tabs[0], 'left', 1);
      expect((await server.seen()).aborted).toBe(0);
      await giveUp(tabs[1]);
      await server.seen({ aborted: 1 });
    });

    test.each<[string, (tab: Tab) => Promise<unknown>]>([
      ['gives up', giveUp],
      ['is closed', (tab) => tab.close()],
      ['is reloaded', (tab) => tab.reload()],
      ['goes elsewhere', (tab) => tab.goto(`${site.origin}/elsewhere`)],
    ])('below the bound, who came first %s: who came later has all of it', async (_, go) => {
      const [first, second] = [await open(), await open()];
      const server = at({ gate: 'end', size: 100_000, chunk: 50_000 });
      await begin(first, server.url);
      const text = textIn(second, server.url);
      await counted(second, 'joined', 1);
      await go(first);
      await server.open('end');
      expect(await text).toHaveLength(100_000);
      expect(await server.hits()).toBe(1);
    });

    notFirefox('below the bound, everybody gives up: the request ends though nothing comes', async () => {
      const [first, second] = [await open(), await open()];
      const server = at({ gate: 'end', size: 100_000, chunk: 50_000 });
      await begin(first, server.url);
      await ask(second, server.url);
      await counted(second, 'joined', 1);
      await giveUp(second);
      await counted(second, 'left', 1);
      expect((await server.seen()).aborted).toBe(0);
      await giveUp(first);
      await server.seen({ aborted: 1 });
    });

    test('one reader that stalls does not stall the other', async () => {
      const { server, tabs } = await readers({ ...large, size: 20_000_000 });
      const bytes = await rest(tabs[0]);
      expect(bytes).toBeGreaterThan(15_000_000);
      expect(await rest(tabs[1])).toBeGreaterThan(15_000_000);
      expect(await server.hits()).toBe(1);
    });

    // Firefox and WebKit let it come, with a worker or without.
    test.runIf(engine === 'chromium')('a reader that stalls alone holds the network back', async () => {
      const tab = await open();
      const huge = { size: 100_000_000, chunk: 100_000, length: 1 };
      const server = at(huge);
      await begin(tab, server.url);
      await tab.evaluate(
        (url) => fetch(url, { cache: 'no-store' }).then((r) => r.arrayBuffer()),
        at(huge).url,
      );
      // How much the sockets take by themselves is the system's: 20 MB have been seen.
      expect((await server.seen()).sent).toBeLessThan(huge.size / 2);
    });
  });
});
