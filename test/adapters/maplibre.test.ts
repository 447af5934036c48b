// What the adapter of MapLibre passes on and answers, without a map and a page.

import type { RequestTransformFunction, ResourceType } from 'maplibre-gl';
import { describe, expect, test } from 'vitest';
import { coalesceRequests, type MapRequest } from '../../src/adapters/maplibre.ts';

type Load = (request: MapRequest, controller: AbortController) => Promise<{ data: unknown }>;

class AJAXError extends Error {}

/** The adapter for a new copy of MapLibre, and the protocols that it registers there. */
function adapted(fetch: typeof globalThis.fetch = async () => new Response('{"a":1}')) {
  const protocols = new Map<string, Load>();
  const addProtocol = (name: string, load: Load) => void protocols.set(name, load);
  const maplibre = { addProtocol, AJAXError } as never;
  const urlOf = (transform: ReturnType<typeof coalesceRequests>, url: string) =>
    (transform(url) as MapRequest).url;
  return { protocols, maplibre, urlOf, transform: coalesceRequests(maplibre, { fetch }), fetch };
}

const base = 'https://a.example/';

describe('a URL', () => {
  test.each(['1.pbf', 'mp4', '1.mp4x', '1.oga', 'video.mp4/1.png', '1.png?v=.mp4x'])(
    'gets the protocol: %s',
    (path) => {
      const { transform, urlOf } = adapted();
      expect(urlOf(transform, base + path)).toBe(`coflight+${base}${path}`);
    },
  );

  test.each(
    ['mp4', 'm4v', 'webm', 'ogg', 'ogv', 'mov', 'MP4'].flatMap((ending) =>
      ['', '?a=1', '#t=1'].map((rest) => `1.${ending}${rest}`),
    ),
  )('of a video stays as it is: %s', (path) => {
    const { transform, urlOf } = adapted();
    expect(urlOf(transform, base + path)).toBe(base + path);
  });

  test.each(['data:,a', 'blob:https://a.example/1', 'pmtiles://https://a.example/1', '/relative', ''])(
    'A URL of no server stays as it is, without a page: %j',
    (url) => {
      const { transform, urlOf } = adapted();
      expect(urlOf(transform, url)).toBe(url);
    },
  );

  test('gets a protocol for each `fetch`', () => {
    const { transform, maplibre, urlOf, protocols } = adapted();
    const others = [1, 2].map(() => coalesceRequests(maplibre, { fetch: async () => new Response() }));
    const prefixes = [transform, ...others].map((one) => urlOf(one, base).replace(base, ''));
    expect(prefixes).toEqual(['coflight+', 'coflight2+', 'coflight3+']);
    expect([...protocols.keys()]).toEqual(prefixes.flatMap((prefix) => [`${prefix}http`, `${prefix}https`]));
  });
});

describe('an answer is', () => {
  test.each<[MapRequest['type'], (data: unknown) => unknown, unknown]>([
    ['json', (data) => data, { a: 1 }],
    ['string', (data) => data, '{"a":1}'],
    [undefined, (data) => data, '{"a":1}'],
    ['image', (data) => data instanceof ArrayBuffer && data.byteLength, 7],
    ['arrayBuffer', (data) => data instanceof ArrayBuffer && data.byteLength, 7],
  ])('what MapLibre expects for the type %s', async (type, seen, expected) => {
    const { protocols } = adapted();
    const request = { url: `coflight+${base}`, ...(type && { type }) };
    const answer = await protocols.get('coflight+https')?.(request, new AbortController());
    expect(seen(answer?.data)).toEqual(expected);
  });
});

test.each([undefined, null, false, ''])(
  'a `transformRequest` that returns %o keeps the URL, as in MapLibre',
  (none) => {
    const { maplibre, fetch, urlOf } = adapted();
    const transform = coalesceRequests(maplibre, { fetch, transformRequest: () => none as undefined });
    expect(urlOf(transform, `${base}1.pbf`)).toBe(`coflight+${base}1.pbf`);
  },
);

test('functions that have the types of MapLibre are options', () => {
  const { maplibre, fetch, urlOf } = adapted();
  const own: RequestTransformFunction = (url, type) => ({ url: `${url}?${type}` });
  const eligible = (_url: string, type?: ResourceType) => type === undefined;
  const transform = coalesceRequests(maplibre, { fetch, eligible, transformRequest: own });
  const option: RequestTransformFunction = transform;
  expect(option).toBe(transform);
  expect(urlOf(transform, `${base}1.pbf`)).toBe(`coflight+${base}1.pbf?undefined`);
});
