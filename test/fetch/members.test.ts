// Law 6: everything that a Request shows is part of its key.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';

const url = 'http://coflight.test/';

/** How many requests come of these, made in one turn. Those that go past all flights count too. */
function requests(...inputs: readonly RequestInfo[]): number {
  const fetch = createFetch({ fetch: async () => new Response('answer') });
  for (const input of inputs) void fetch(input);
  const { launched, bypassed } = fetch.stats();
  return launched + bypassed;
}

/** A Request with a member that TypeScript does not know. */
const having = (init: Record<string, unknown>): Request => new Request(url, init as RequestInit);

/** Returns everything that a Request shows, by name and by symbol, except objects that are new in each. */
function readable(request: Request): Map<PropertyKey, unknown> {
  const seen = new Map<PropertyKey, unknown>();
  for (let at: object = request; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Reflect.ownKeys(at)) {
      const value = Reflect.get(request, name);
      if (typeof value !== 'object' && typeof value !== 'function') seen.set(name, value);
    }
  return seen;
}

const differs = (one: Request, other: Request) =>
  [...readable(one)].some(([name, value]) => readable(other).get(name) !== value);

describe('a Request', () => {
  test.runIf('targetAddressSpace' in Request.prototype)(
    'A Request for an address space does not share with a plain one, nor with one for another (#12)',
    () => {
      const [local, loopback] = [
        having({ targetAddressSpace: 'local' }),
        having({ targetAddressSpace: 'loopback' }),
      ];
      expect(requests(url, local)).toBe(2);
      expect(requests(url, local, loopback)).toBe(3);
    },
  );

  // Node 20 and 22 keep it under a symbol, newer ones out of sight.
  const dispatcher = { dispatch: () => true };
  const shown = Object.getOwnPropertySymbols(having({ dispatcher })).some(
    (symbol) => Reflect.get(having({ dispatcher }), symbol) === dispatcher,
  );
  test.runIf(shown)('with its own dispatcher does not share with a plain one (#12)', () => {
    expect(requests(url, having({ dispatcher }))).toBe(2);
    expect(requests(having({ dispatcher: { dispatch: () => false } }), having({ dispatcher }))).toBe(2);
  });

  const inits: Record<string, unknown>[] = [
    { mode: 'same-origin' },
    { credentials: 'omit' },
    { cache: 'reload' },
    { redirect: 'error' },
    { referrer: '' },
    { referrerPolicy: 'no-referrer' },
    { integrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
    { keepalive: true },
    { priority: 'high' },
    { duplex: 'half' },
    { targetAddressSpace: 'public' },
    { targetAddressSpace: 'private' },
    { privateToken: { version: 1, operation: 'token-request' } },
    { adAuctionHeaders: true },
    { browsingTopics: true },
    { sharedStorageWritable: true },
    { attributionReporting: { eventSourceEligible: true, triggerEligible: false } },
    { isHistoryNavigation: true },
    { isReloadNavigation: true },
    { destination: 'image' },
  ];
  test.each(inits.map((init) => [JSON.stringify(init), init] as const))(
    'A Request with %s does not share with a plain one if the difference is to be read off it (#12)',
    (_, init) => {
      let other: Request;
      try {
        other = having(init);
      } catch {
        return; // this platform takes no such member
      }
      if (differs(having({}), other)) expect(requests(url, other)).toBe(2);
    },
  );
});

const isWebKit = /AppleWebKit(?!.*Chrome)/.test(globalThis.navigator?.userAgent ?? '');

describe('an init', () => {
  test.each<[string, Readonly<Record<string, unknown>> | undefined]>([
    ['no member', undefined],
    ['headers', { headers: { accept: 'text/csv' } }],
    ['a signal', { signal: new AbortController().signal }],
    ['credentials', { credentials: 'omit' }],
    // WebKit reads a priority, and keeps the referrer all the same.
    ...(isWebKit ? [] : [['a priority', { priority: 'high' }] as [string, { priority: string }]]),
    ['a duplex', { duplex: 'half' }],
    ['a window', { window: null }],
    ['the default address space', { targetAddressSpace: 'unknown' }],
    ['a member that no platform reads', { retry: 1 }],
  ])('An init with %s makes a Request forget its referrer exactly where it does so natively', (_, init) => {
    const referrer = new URL('/other', globalThis.location?.href ?? url).href;
    const source = new Request(url, { referrer, referrerPolicy: 'unsafe-url' });
    const sent: Request[] = [];
    const network: typeof globalThis.fetch = async (...args) => {
      sent.push(new Request(...args));
      return new Response('answer');
    };
    void createFetch({ fetch: network })(source, init as RequestInit | undefined);
    const native = new Request(source, init as RequestInit | undefined);
    expect(sent).toMatchObject([{ referrer: native.referrer, referrerPolicy: native.referrerPolicy }]);
  });

  test('An init that is a Request shares with an init of the same members', () => {
    const fetch = createFetch({ fetch: async () => new Response('answer') });
    void fetch(url, new Request('http://elsewhere.test/', { headers: { accept: 'text/csv' } }));
    void fetch(url, { headers: { accept: 'text/csv' } });
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, bypassed: 0 });
  });

  test.each<[string, unknown]>([
    ['targetAddressSpace', 'local'],
    ['privateToken', { version: 1, operation: 'token-request' }],
    ['dispatcher', { dispatch: () => true }],
    ['adAuctionHeaders', true],
    ['browsingTopics', true],
    ['sharedStorageWritable', true],
    ['attributionReporting', { eventSourceEligible: true, triggerEligible: false }],
    ['next', { revalidate: 60 }],
    ['cf', { cacheTtl: 60 }],
    ['agent', {}],
    ['proxy', 'http://localhost'],
    ['tls', {}],
    ['client', {}],
    ['maxRedirections', 0], // Tauri
    ['danger', { acceptInvalidCerts: true }], // Tauri
  ])(
    'An init with %s, which could change the answer unseen, does not share with a plain one',
    (name, value) => {
      const fetch = createFetch({ fetch: async () => new Response('answer') });
      void fetch(url);
      void fetch(url, { [name]: value });
      void fetch(url, { [name]: value });
      expect(fetch.stats()).toMatchObject({ launched: 1, joined: 0, bypassed: 2 });
    },
  );
});
