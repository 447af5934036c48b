import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  textIn,
  type Visitor,
} from '../support/site.ts';

const asker = `
  onmessage = async ({ data }) => postMessage(await fetch(data).then((response) => response.text()));`;

/** Returns the answer to a dedicated worker of the tab. */
const textInWorker = (tab: Tab, url: string): Promise<string> =>
  tab.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const worker = new Worker('/asker.js');
        worker.onmessage = ({ data }) => resolve(data);
        worker.postMessage(url);
      }),
    url,
  );

/** Returns the answer to a frame of the tab. */
const textInFrame = (tab: Tab, url: string): Promise<string> =>
  tab.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = `/frame/${Math.random()}`;
    await new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
    return (frame.contentWindow as typeof globalThis & Window).fetch(url).then((r) => r.text());
  }, url);

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  let tabs: [Tab, Tab];
  /** A resource of this test; the tabs' own origin where nothing else is said. */
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);

  beforeAll(async () => {
    site = await openSite(engine);
    site.put('/asker.js', asker);
  });
  afterAll(() => site.close());
  // Two tabs serve all tests; a test that fails may leave them with requests that never end.
  let usable = false;
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(() => {
      usable = false;
    });
    if (!usable) {
      await visitor?.close();
      visitor = await site.visitor();
      tabs = [
        await openTab(site, visitor, { path: '/one' }),
        await openTab(site, visitor, { path: '/two?x' }),
      ];
      usable = true;
    }
    await Promise.all(tabs.map(countAnew));
  });

  /** Lets the answers go when two requests have come to the worker; says how many came to the server. */
  const hitsOf = async (server: ReturnType<typeof at>, answers: readonly Promise<unknown>[]) => {
    await subscribed(tabs[0], answers.length);
    await server.open('headers');
    await Promise.all(answers);
    return server.hits();
  };

  describe('sharing', () => {
    test.each(['no-store', 'max-age=600'])(
      'two tabs that ask for one URL (%s) are one request',
      async (cache) => {
        const server = at({ gate: 'headers', body: 'shared', cache });
        const texts = tabs.map((tab) => textIn(tab, server.url));
        expect(await hitsOf(server, texts)).toBe(1);
        expect(await Promise.all(texts)).toEqual(['shared', 'shared']);
      },
    );

    test('two tabs, four frames and a worker that ask for one URL are one request', async () => {
      const server = at({ gate: 'headers', body: 'shared' });
      const { url } = server;
      const [one, two] = tabs;
      const tops = [textIn(one, url), textIn(two, url)];
      const frames = [one, one, two, two].map((tab) => textInFrame(tab, url));
      const texts = [...tops, ...frames, textInWorker(two, url)];
      expect(await hitsOf(server, texts)).toBe(1);
      expect(await Promise.all(texts)).toEqual(Array(7).fill('shared'));
    });

    test.each(['no-store', 'max-age=600'])('an <img> in two tabs (%s) is one request', async (cache) => {
      const server = at({ gate: 'headers', image: '8x4', cache });
      const images = tabs.map((tab) => imageIn(tab, server.url));
      expect(await hitsOf(server, images)).toBe(1);
      expect(await Promise.all(images)).toEqual(['8x4', '8x4']);
    });

    test('an XMLHttpRequest shares with a fetch', async () => {
      const server = at({ gate: 'headers', body: 'shared' });
      const xhr = tabs[0].evaluate(
        (url) =>
          new Promise((resolve) => {
            const request = new XMLHttpRequest();
            request.onload = () => resolve(request.responseText);
            request.open('GET', url);
            request.send();
          }),
        server.url,
      );
      expect(await hitsOf(server, [xhr, textIn(tabs[1], server.url)])).toBe(1);
      expect(await xhr).toBe('shared');
    });

    test("a style sheet's background shares with an <img>", async () => {
      const server = at({ gate: 'headers', image: '8x4' });
      await tabs[0].bringToFront();
      await tabs[0].evaluate((url) => {
        document.body.style.background = `url("${url}")`;
      }, server.url);
      expect(
        await hitsOf(server, [imageIn(tabs[1], server.url)].concat(subscribed(tabs[0], 2) as never)),
      ).toBe(1);
    });

    test('a caller that joins mid-body gets the whole body', async () => {
      const server = at({ gate: 'end', size: 100_000, chunk: 60_000 });
      const early = textIn(tabs[0], server.url);
      await server.seen({ requests: 1 });
      await textIn(tabs[1], at({}).url);
      const late = textIn(tabs[1], server.url);
      await counted(tabs[0], 'joined', 1);
      await server.open('end');
      expect(await late).toBe(await early);
      expect(await late).toHaveLength(100_000);
      expect(await server.hits()).toBe(1);
    });

    test('opaque images of another origin are one request, shown in both tabs, and taint both canvases', async () => {
      const server = at({ gate: 'headers', image: '8x4' }, site.other);
      const images = tabs.map((tab) => imageIn(tab, server.url));
      expect(await hitsOf(server, images)).toBe(1);
      expect(await Promise.all(images)).toEqual(['8x4', '8x4']);
      const tainted = (tab: Tab) =>
        tab.evaluate(() => {
          const context = document.createElement('canvas').getContext('2d');
          context?.drawImage([...document.images].at(-1) as HTMLImageElement, 0, 0);
          try {
            context?.getImageData(0, 0, 1, 1);
            return false;
          } catch {
            return true;
          }
        });
      expect(await Promise.all(tabs.map(tainted))).toEqual([true, true]);
    });

    test("each client's answer is its own, to the last member", async () => {
      const query = {
        gate: 'headers',
        status: 201,
        type: 'application/json',
        body: '[1]',
        'header.x-own': 'a',
      };
      for (const [nth, origin] of [site.origin, site.other].entries()) {
        const server = at(query, origin);
        const answers = tabs.map((tab) =>
          tab.evaluate(async (url) => {
            const response = await fetch(url);
            const { status, statusText, type, redirected, headers } = response;
            return {
              url: response.url,
              status,
              statusText,
              type,
              redirected,
              headers: [...headers].filter(([name]) => name !== 'date'),
              body: await response.json(),
            };
          }, `${server.url}#part`),
        );
        await subscribed(tabs[0], 2 * (nth + 1));
        await server.open('headers');
        const [one, two] = await Promise.all(answers);
        expect(one).toEqual(two);
        expect(one).toMatchObject({
          url: server.url,
          status: 201,
          statusText: 'Created',
          type: origin === site.origin ? 'basic' : 'cors',
          redirected: false,
          body: [1],
        });
        expect(Object.fromEntries(one?.headers ?? [])).toMatchObject({ 'x-own': 'a', 'x-number': '1' });
      }
    });

    test.each([204, 205, 304, 404, 500])('a status %i arrives as it was sent', async (status) => {
      const server = at({ gate: 'headers', status, body: status > 400 ? 'sorry' : '' });
      const statuses = tabs.map((tab) =>
        tab.evaluate(async (url) => {
          const response = await fetch(url);
          return [response.status, await response.text()];
        }, server.url),
      );
      expect(await hitsOf(server, statuses)).toBe(1);
      expect(await Promise.all(statuses)).toEqual(Array(2).fill([status, status > 400 ? 'sorry' : '']));
    });

    test('a redirected answer keeps the URL that it came from', async () => {
      const target = at({ body: 'there' });
      const server = at({ gate: 'headers', redirect: target.url });
      const urls = tabs.map((tab) =>
        tab.evaluate(async (url) => {
          const response = await fetch(url);
          return [response.url, response.redirected, await response.text()];
        }, server.url),
      );
      expect(await hitsOf(server, urls)).toBe(1);
      expect(await Promise.all(urls)).toEqual(Array(2).fill([target.url, true, 'there']));
    });

    test('an error reaches every caller once, and the next call sends a new request', async () => {
      const server = at({ gate: 'headers', reset: 'headers' });
      const texts = tabs.map((tab) => textIn(tab, server.url));
      await counted(tabs[0], 'joined', 1);
      await server.open('headers');
      expect(await Promise.all(texts)).toEqual(['TypeError', 'TypeError']);
      const hits = await server.hits();
      await textIn(tabs[0], server.url);
      expect(await server.hits()).toBeGreaterThan(hits);
    });
  });

  describe('keeping apart', () => {
    const headers = (name: string, ...values: string[]) =>
      values.map((value): RequestInit => ({ headers: { [name]: value } })) as [RequestInit, RequestInit];

    test.each<[string, [RequestInit, RequestInit]]>([
      ['Accept', headers('accept', 'text/plain', 'text/html')],
      ['Authorization', headers('authorization', 'Bearer a', 'Bearer b')],
      ['any header', headers('x-tenant', 'a', 'b')],
      ['redirect', [{ redirect: 'follow' }, { redirect: 'error' }]],
      ['credentials', [{ credentials: 'same-origin' }, { credentials: 'omit' }]],
      ['referrer policy', [{ referrerPolicy: 'origin' }, { referrerPolicy: 'no-referrer' }]],
      // In the other order WebKit would send one request, with a worker or without, and check its answer for each.
      ['integrity', [{}, { integrity: 'sha256-aaaa' }]],
    ])('different %s', async (_, [one, two]) => {
      const server = at({ gate: 'headers' });
      const texts = [textIn(tabs[0], server.url, one), textIn(tabs[1], server.url, two)];
      expect(await hitsOf(server, texts)).toBe(2);
    });

    test.each([
      ['genuine', 'forged'],
      ['forged', 'genuine'],
    ])('each answer is checked against the `integrity` of its own request: %s, %s', async (one, two) => {
      const integrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
      const server = at({ gate: 'headers', body: 'genuine' });
      const texts = [
        textIn(tabs[0], server.url, { integrity: integrity(one) }),
        textIn(tabs[1], server.url, { integrity: integrity(two) }),
      ];
      await subscribed(tabs[0], 2);
      await server.open('headers');
      const results = [one, two].map((text) => (text === 'forged' ? 'TypeError' : text));
      expect(await Promise.all(texts)).toEqual(results);
    });

    test('cors and no-cors at another origin', async () => {
      const server = at({ gate: 'headers', image: '8x4' }, site.other);
      const images = [
        imageIn(tabs[0], server.url),
        imageIn(tabs[1], server.url, { crossOrigin: 'anonymous' }),
      ];
      expect(await hitsOf(server, images)).toBe(2);
      expect(await Promise.all(images)).toEqual(['8x4', '8x4']);
    });

    test('not fragments', async () => {
      const server = at({ gate: 'headers' });
      expect(
        await hitsOf(server, [textIn(tabs[0], `${server.url}#one`), textIn(tabs[1], `${server.url}#two`)]),
      ).toBe(1);
    });
  });

  test('each of two workers whose URLs differ in the fragment sees its own fragment', async () => {
    const server = at({ gate: 'headers', type: 'text/javascript', body: 'postMessage(location.hash)' });
    const hashes = ['#one', '#two'].map((hash, n) =>
      (tabs[n] as Tab).evaluate(
        (url) =>
          new Promise((resolve) => {
            new Worker(url).onmessage = ({ data }) => resolve(data);
          }),
        server.url + hash,
      ),
    );
    await hitsOf(server, hashes);
    expect(await Promise.all(hashes)).toEqual(['#one', '#two']);
  });

  describe('leaving alone', () => {
    test.each<[string, RequestInit]>([
      ['HEAD', { method: 'HEAD' }],
      ['POST', { method: 'POST', body: 'x' }],
      ['Range', { headers: { range: 'bytes=0-1' } }],
      ['an event stream', { headers: { accept: 'text/event-stream' } }],
      ['cache: reload', { cache: 'reload' }],
      ['cache: no-store', { cache: 'no-store' }],
      ['cache: no-cache', { cache: 'no-cache' }],
      ['cache: force-cache', { cache: 'force-cache' }],
      ['keepalive', { keepalive: true }],
    ])('%s', async (_, init) => {
      const server = at({});
      await Promise.all(tabs.map((tab) => textIn(tab, server.url, init)));
      expect(await countIn(tabs[0], 'launched')).toBe(0);
    });

    // A worker would send the request without it, and get an answer.
    test.runIf(engine === 'chromium')(
      'a `targetAddressSpace`: the browser refuses a server in another network',
      async () => {
        const { url } = at({}, site.other);
        const init = { targetAddressSpace: 'public' } as RequestInit;
        expect(await textIn(tabs[0], url, init)).toBe('TypeError');
      },
    );

    // Chromium shows a worker an empty value, and the worker would send that.
    test('a header that has characters outside ASCII: it arrives as the page has sent it, also at once from two tabs', async () => {
      const users = ['J\u00fcrgen', 'Zo\u00eb'];
      const { url } = at({ echo: 'x-user', delay: 50 });
      const sentBy = (cache: RequestCache) =>
        Promise.all(
          tabs.map((tab, n) => textIn(tab, url, { headers: { 'x-user': users[n] as string }, cache })),
        );
      const left = await sentBy('no-store');
      expect(left[0]).not.toBe(left[1]);
      expect(await sentBy('default')).toEqual(left);
    });

    // Chromium gives the images of such a page a URL with a user. Other browsers do not let a worker serve it.
    test('a URL with a user: the images of a page with a user in its address are shown', async () => {
      site.put(
        '/any-sw.js',
        "self.coflight = { match: /./, standalone: true }; importScripts('/coflight-sw.js');",
      );
      const user = await site.visitor();
      await openTab(site, user, { script: '/any-sw.js' });
      const tab = await user.newPage();
      await tab.goto(`${site.origin.replace('//', '//user:secret@')}/page`);
      const { url } = at({ image: '8x4' });
      expect(await imageIn(tab, url.slice(site.origin.length))).toBe('8x4');
      await user.close();
    });

    test('media', async () => {
      const server = at({ type: 'audio/wav' });
      await tabs[0].bringToFront();
      await tabs[0].evaluate(
        (url) =>
          new Promise((resolve) => {
            const audio = new Audio(url);
            audio.onerror = audio.onloadeddata = resolve;
          }),
        server.url,
      );
      expect(await countIn(tabs[0], 'launched')).toBe(0);
    });

    test('navigations', async () => {
      const server = at({ type: 'text/html', body: '<title>there</title>' });
      const tab = await openTab(site, visitor);
      await tab.goto(server.url);
      await tab.close();
      expect(await countIn(tabs[0], 'launched')).toBe(0);
    });

    // Firefox and WebKitGTK do not tell a worker that a request is a prefetch.
    test.runIf(engine === 'chromium')('a prefetch of the next page, which asks for HTML', async () => {
      const server = at({ type: 'text/html' });
      await tabs[0].evaluate((href) => {
        document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }));
      }, server.url);
      const { headers } = (await server.seen({ requests: 1 })).requests[0] ?? {};
      expect(headers).toMatchObject({ 'sec-purpose': 'prefetch', accept: expect.stringContaining('html') });
      expect(await countIn(tabs[0], 'launched')).toBe(0);
    });
  });

  describe('an answer that does not serve a follower', () => {
    const plain: RequestInit = { mode: 'no-cors', credentials: 'include' };

    test('opaque, for one that wants to read it', async () => {
      const target = at({ body: 'there' }, site.other);
      const server = at({ gate: 'headers', redirect: target.url });
      const opaque = textIn(tabs[0], server.url, plain);
      await subscribed(tabs[0], 1);
      const readable = textIn(tabs[1], server.url);
      await counted(tabs[0], 'joined', 1);
      await server.open('headers');
      expect(await Promise.all([opaque, readable])).toEqual(['', 'there']);
      expect(await server.hits()).toBe(2);
    });

    test('of a server that varies by a header that the key does not contain', async () => {
      const server = at({ gate: 'headers', vary: 'Referer' });
      expect(
        await hitsOf(
          server,
          tabs.map((tab) => textIn(tab, server.url)),
        ),
      ).toBe(2);
    });

    test("a failure that the follower's own request would not have had", async () => {
      const target = at(
        { image: '8x4', 'header.access-control-allow-origin': 'https://nobody.example' },
        site.other,
      );
      const server = at({ gate: 'headers', redirect: target.url });
      const refused = textIn(tabs[0], server.url);
      await subscribed(tabs[0], 1);
      const opaque = textIn(tabs[1], server.url, plain);
      await counted(tabs[0], 'joined', 1);
      await server.open('headers');
      expect(await Promise.all([refused, opaque])).toEqual(['TypeError', '']);
      expect(await server.hits()).toBe(2);
    });
  });

  test.each([
    ['an <img>', {}, () => site.origin],
    ['an <img crossorigin>', { crossOrigin: 'anonymous' }, () => site.origin],
    ["an <img crossorigin> of another origin's", { crossOrigin: 'anonymous' }, () => site.other],
  ])('with Accept ignored, %s and a fetch share', async (_, attributes, origin) => {
    const server = at({ gate: 'headers', image: '8x4', vary: 'Origin' }, origin());
    const lenient = await site.visitor();
    const open = () => openTab(site, lenient, { ignoreHeaders: ['accept'] });
    const [one, two] = [await open(), await open()];
    const answers = [imageIn(one, server.url, attributes), textIn(two, server.url)];
    await subscribed(one, 2);
    await server.open('headers');
    expect((await Promise.all(answers))[0]).toBe('8x4');
    expect(await server.hits()).toBe(1);
    await lenient.close();
  });
});
