import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kept } from '../support/kept.ts';
import { resource } from '../support/resource.ts';
import {
  countAnew,
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

/** Headers by which a server sees that a worker sent a request. All others must be as the page would have sent them. */
const betrayed = /^(sec-fetch-dest|priority|connection|host|sec-ch-ua.*)$/;

const policies: readonly ReferrerPolicy[] = [
  ...(['no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin'] as const),
  ...([
    'strict-origin',
    'origin-when-cross-origin',
    'strict-origin-when-cross-origin',
    'unsafe-url',
  ] as const),
];

describe.each(engines)('%s', (engine) => {
  let site: Site;
  let visitor: Visitor;
  const at = (query: Parameters<typeof resource>[0], origin = site.origin) => resource(query, origin);

  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    visitor = await site.visitor();
    return () => visitor.close();
  });

  describe('the request that goes out is the one that the page would have sent', () => {
    /** A tab that no worker serves, and one that a worker serves, in different storage. */
    const tabs = kept(
      async () => {
        const [one, other] = [await site.visitor(), await site.visitor()];
        const plain = await one.newPage();
        await plain.goto(`${site.origin}/deep/page?query`);
        const served = await openTab(site, other, { path: '/deep/page?query' });
        for (const tab of [plain, served])
          await tab.evaluate(() => {
            // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there in every browser
            document.cookie = 'who=me;path=/';
          });
        return { plain, served, visitors: [one, other] };
      },
      ({ visitors }) => Promise.all(visitors.map((one) => one.close())),
    );
    /** The headers that the server got. */
    const sent = async (
      ask: (tab: Tab, url: string) => Promise<unknown>,
      tab: Tab,
      origin: 'origin' | 'other',
    ) => {
      const server = at({ image: '2x2' }, site[origin]);
      await ask(tab, server.url);
      const { headers } = (await server.seen({ requests: 1 })).requests[0] ?? { headers: {} };
      return Object.fromEntries(Object.entries(headers).filter(([name]) => !betrayed.test(name)));
    };
    const fetching = (init: RequestInit) => (tab: Tab, url: string) => textIn(tab, url, init);

    test.each<[string, (tab: Tab, url: string) => Promise<unknown>]>([
      ['fetch', fetching({})],
      [
        'fetch with headers',
        fetching({ headers: { accept: 'a/b', authorization: 'Bearer x', 'x-own': 'y' } }),
      ],
      ['fetch without credentials', fetching({ credentials: 'omit' })],
      ['fetch without a referrer', fetching({ referrerPolicy: 'no-referrer' })],
      ['fetch with the full referrer', fetching({ referrerPolicy: 'unsafe-url' })],
      ['fetch with another referrer', fetching({ referrer: '/elsewhere' })],
      ['fetch without cors', fetching({ mode: 'no-cors' })],
      ['<img>', imageIn],
      ['<img> with its own policy', (tab, url) => imageIn(tab, url, { referrerPolicy: 'origin' })],
    ])('%s', async (_, ask) => {
      const { plain, served } = tabs.now;
      await countAnew(served);
      const native = [await sent(ask, plain, 'origin'), await sent(ask, plain, 'other')];
      expect([await sent(ask, served, 'origin'), await sent(ask, served, 'other')]).toEqual(native);
      await subscribed(served, 2);
    });

    test('fetch and <img> with each policy of the referrer', async () => {
      const { plain, served } = tabs.now;
      await countAnew(served);
      const asks = policies.flatMap((referrerPolicy) => [
        fetching({ referrerPolicy }),
        (tab: Tab, url: string) => imageIn(tab, url, { referrerPolicy }),
      ]);
      for (const [nth, ask] of asks.entries())
        for (const origin of ['origin', 'other'] as const)
          expect([nth, await sent(ask, served, origin)]).toEqual([nth, await sent(ask, plain, origin)]);
      await subscribed(served, asks.length * 2);
    });
  });

  test("the referrer of another origin's style sheet, which cannot be passed back, is kept", async () => {
    const tab = await openTab(site, visitor);
    const server = at({ image: '2x2' });
    site.put('/sheet.css', `body { background: url("${server.url}") }`, { 'content-type': 'text/css' });
    await tab.bringToFront();
    await tab.evaluate((href) => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    }, `${site.other}/sheet.css`);
    const { requests } = await server.seen({ requests: 1 });
    // WebKit sends such an image past every worker, with the page as its referrer.
    const isPast = engine === 'webkit';
    expect(requests[0]?.headers.referer).toBe(isPast ? `${site.origin}/page` : `${site.other}/`);
    expect(await countIn(tab, 'launched')).toBe(isPast ? 0 : 1);
  });

  test.runIf(engine === 'chromium').each(['Sec-CH-DPR', 'DPR', 'Width', 'Viewport-Width', 'ECT'])(
    'the client hint %s that a server asked for is sent',
    async (hint) => {
      site.put('/hinted', await (await fetch(`${site.origin}/page`)).text(), {
        'content-type': 'text/html',
        'accept-ch': hint,
      });
      const tab = await openTab(site, visitor, { path: '/hinted' });
      const server = at({ image: '2x2' });
      await imageIn(tab, server.url, { sizes: '100px' });
      await subscribed(tab, 1);
      expect((await server.seen()).requests[0]?.headers).toHaveProperty(hint.toLowerCase());
    },
  );

  const embedder = (policy: string) => ({ 'cross-origin-embedder-policy': policy });
  /** Opens a plain tab and an isolated one, whose worker's file has a policy, too. */
  const plainAndIsolated = async (page: string, worker: string) => {
    const html = await (await fetch(`${site.origin}/page`)).text();
    const script = await (await fetch(`${site.origin}/coflight-sw.js`)).text();
    site.put('/isolated', html, { 'content-type': 'text/html', ...embedder(page) });
    site.put('/coflight-sw.js', script, { 'content-type': 'text/javascript', ...embedder(worker) });
    return [await openTab(site, visitor), await openTab(site, visitor, { path: '/isolated' })] as const;
  };
  /** The sizes of an image of another origin in both tabs, which ask for it at once. */
  const sizesIn = async (tabs: readonly Tab[], headers = {}) => {
    const server = at({ gate: 'headers', image: '8x4', ...headers }, site.other);
    const images = tabs.map((tab) => imageIn(tab, server.url));
    await server.open('headers');
    return Promise.all(images);
  };

  test('an opaque answer is kept from an isolated page unless its server allows it, and from no other', async () => {
    const tabs = await plainAndIsolated('require-corp', 'unsafe-none');
    expect(await sizesIn(tabs)).toEqual(['8x4', 'error']);
    const allowed = { 'header.cross-origin-resource-policy': 'cross-origin' };
    expect(await sizesIn(tabs, allowed)).toEqual(['8x4', '8x4']);
  });

  test("the embedder policy of the worker's file counts for every page", async () => {
    const tabs = await plainAndIsolated('require-corp', 'require-corp');
    expect(await sizesIn(tabs)).toEqual(['error', 'error']);
    const allowed = { 'header.cross-origin-resource-policy': 'cross-origin' };
    expect(await sizesIn(tabs, allowed)).toEqual(['8x4', '8x4']);
  });

  // WebKit knows no such policy.
  describe.skipIf(engine === 'webkit')('a page that sends other origins no credentials', () => {
    test("shows their images when the worker's file has that policy, too", async () => {
      const tabs = await plainAndIsolated('credentialless', 'credentialless');
      expect(await sizesIn(tabs)).toEqual(['8x4', '8x4']);
    });

    // Firefox shows them.
    test.runIf(engine === 'chromium')('shows none without it', async () => {
      const tabs = await plainAndIsolated('credentialless', 'unsafe-none');
      expect(await sizesIn(tabs)).toEqual(['8x4', 'error']);
    });
  });

  // Firefox checks an answer that the worker has made as if it came from the URL of the worker's file.
  test.each([
    ['the images alone', engine === 'firefox' ? 'error' : '8x4', ''],
    ["the images and that of the worker's file", '8x4', '/coflight-sw.js'],
  ])(
    'two pages whose policy names the path of %s share an image, with the result: %s',
    async (_, size, path) => {
      const html = await (await fetch(`${site.origin}/page`)).text();
      const sources = ['/r/', path].filter(Boolean).map((path) => site.origin + path);
      const policy = { 'content-security-policy': `img-src ${sources.join(' ')}` };
      site.put('/strict', html, { 'content-type': 'text/html', ...policy });
      const tabs = [
        await openTab(site, visitor, { path: '/strict' }),
        await openTab(site, visitor, { path: '/strict' }),
      ] as const;
      const server = at({ gate: 'headers', image: '8x4' });
      const images = tabs.map((tab) => imageIn(tab, server.url));
      await subscribed(tabs[0], 2);
      await server.open('headers');
      expect(await Promise.all(images)).toEqual([size, size]);
      expect(await server.hits()).toBe(1);
    },
  );

  test("a host that the worker's own policy forbids is left to the page from then on", async () => {
    site.put('/coflight-sw.js', await (await fetch(`${site.origin}/coflight-sw.js`)).text(), {
      'content-type': 'text/javascript',
      'content-security-policy': "connect-src 'self'",
    });
    const tab = await openTab(site, visitor);
    expect(await imageIn(tab, at({ image: '8x4' }, site.other).url)).toBe('error');
    // WebKit tells no worker what its policy has forbidden.
    const later = engine === 'webkit' ? 'error' : '8x4';
    expect(await imageIn(tab, at({ image: '8x4' }, site.other).url)).toBe(later);
  });
});
