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
  textIn,
  type Visitor,
} from '../support/site.ts';

declare global {
  /** Each cancels a body that a test has begun to read in its page. */
  var reading: (() => void)[];
}

/** A live body: it comes a piece at a time, and says neither how long it is nor that it has no end. */
const live = { size: 2_000_000, chunk: 2000, pause: 50 };

/** Begins to read a body with the native `fetch`. `giveUp` aborts it. */
const readByFetch = (tab: Tab, url: string): Promise<void> =>
  tab.evaluate(async (url) => {
    const controller = new AbortController();
    (globalThis.reading ??= []).push(() => controller.abort());
    const { body } = await fetch(url, { signal: controller.signal });
    await (body as ReadableStream).getReader().read();
  }, url);

/** Begins to read a body with an XMLHttpRequest. `giveUp` aborts it. */
const readByXhr = (tab: Tab, url: string): Promise<void> =>
  tab.evaluate(
    (url) =>
      new Promise<void>((resolve) => {
        const request = new XMLHttpRequest();
        (globalThis.reading ??= []).push(() => request.abort());
        request.onprogress = () => resolve();
        request.open('GET', url);
        request.send();
      }),
    url,
  );

/** Begins to read a body in a frame. `giveUp` removes the frame. */
const readInFrame = (tab: Tab, url: string): Promise<void> =>
  tab.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = `/frame/${Math.random()}`;
    await new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
    (globalThis.reading ??= []).push(() => frame.remove());
    const { body } = await (frame.contentWindow as typeof globalThis & Window).fetch(url);
    await (body as ReadableStream).getReader().read();
  }, url);

/** Cancels all that a tab reads. */
const giveUp = (tab: Tab): Promise<void> =>
  tab.evaluate(() => {
    for (const cancel of reading) cancel();
  });

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);
  const open = () => openTab(site, visitor);

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    return () => visitor.close();
  });

  describe('a stream that its only reader has cancelled ends at the server', () => {
    test.each([
      ['a native fetch', readByFetch],
      ['an XMLHttpRequest', readByXhr],
      ['a frame that is removed', readInFrame],
    ])('%s: six of them leave the connections of the site free', async (_, begin) => {
      const tab = await open();
      const servers = Array.from({ length: 6 }, () => at(live));
      for (const { url } of servers) await begin(tab, url);
      await giveUp(tab);
      await Promise.all(servers.map(({ seen }) => seen({ aborted: 1 })));
      expect(await textIn(tab, at({ body: 'next' }).url)).toBe('next');
    });
  });

  describe('a live body that two tabs read at once', () => {
    test('reaches both before it ends, from one request', async () => {
      const tabs = [await open(), await open()] as const;
      const server = at({ ...live, gate: 'headers' });
      const begun = tabs.map((tab) => readByFetch(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('headers');
      await Promise.all(begun);
      expect(await server.seen()).toMatchObject({ requests: { length: 1 }, finished: 0 });
    });

    test('reaches the second tab too when it comes after the headers', async () => {
      const tabs = [await open(), await open()] as const;
      const server = at(live);
      await readByFetch(tabs[0], server.url);
      const second = readByFetch(tabs[1], server.url);
      await counted(tabs[0], 'joined', 1);
      await second;
      expect(await server.seen()).toMatchObject({ requests: { length: 1 }, finished: 0 });
    });

    // Firefox sends no second request for a URL before the first one is over.
    test.runIf(engine !== 'firefox')('is not joined when no caller waits for its end', async () => {
      const tabs = [await open(), await open()] as const;
      const server = at({ ...live, gate: 'headers' });
      const begun = tabs.map((tab) => readByFetch(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('headers');
      await Promise.all(begun);
      await readByFetch(tabs[0], server.url);
      expect(await server.hits()).toBe(2);
    });

    test('ends at the server when both have given it up', async () => {
      const tabs = [await open(), await open()] as const;
      const server = at({ ...live, gate: 'headers' });
      const begun = tabs.map((tab) => readByFetch(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('headers');
      await Promise.all(begun);
      for (const tab of tabs) await giveUp(tab);
      await server.seen({ aborted: 1 });
    });
  });
});
