import { afterEach, describe, expect, test } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { Network } from '../support/network.ts';

const address = location.href;

afterEach(() => {
  history.replaceState(null, '', address);
  for (const base of document.querySelectorAll('base')) base.remove();
});

/** A wrapped fetch, and the absolute URLs of the requests that it sent. */
function wrapped() {
  const sent: string[] = [];
  const fetch = createFetch({ fetch: async () => new Response('answer') });
  fetch.addEventListener('launch', ({ detail }) => sent.push(detail.url));
  return { fetch, sent };
}

describe('a relative URL in a page', () => {
  test('is another request after the page has moved to another path', async () => {
    const { fetch, sent } = wrapped();
    history.replaceState(null, '', '/one/page');
    const first = fetch('places');
    history.replaceState(null, '', '/two/page');
    await Promise.all([first, fetch('places')]);
    expect(sent).toEqual([`${location.origin}/one/places`, `${location.origin}/two/places`]);
  });

  test('is another request under another `<base>`', async () => {
    const { fetch, sent } = wrapped();
    const base = document.head.appendChild(document.createElement('base'));
    base.href = '/one/';
    const first = fetch('places');
    base.href = '/two/';
    await Promise.all([first, fetch('places')]);
    expect(sent).toEqual([`${location.origin}/one/places`, `${location.origin}/two/places`]);
  });

  test.each([
    ['as a string', 'http:places'],
    ['with a port that its scheme has anyway', 'http://coflight.test:80/places'],
    ['with an @ in its query', '/places?by=a@b'],
    ['with dots', './a/../places?q=ä b'],
    ['of a scheme in capitals', 'HTTP://coflight.test/places'],
  ])('has the URL of its `Request` %s', async (_, url) => {
    const { fetch, sent } = wrapped();
    await fetch(url);
    expect(sent).toEqual([new Request(url).url]);
  });

  test('is absolute in the events of a call that bypasses all flights', async () => {
    const { fetch } = wrapped();
    const told: string[] = [];
    for (const type of ['bypass', 'settle'] as const)
      fetch.addEventListener(type, ({ detail }) => told.push(detail.url));
    await fetch('places?q=ä', { method: 'POST' });
    const { url } = new Request('places?q=ä');
    expect(told).toEqual([url, url]);
  });

  test('shares with the absolute one, and with its `Request`', async () => {
    const { fetch, sent } = wrapped();
    await Promise.all([
      fetch('/places'),
      fetch(`${location.origin}/places#top`),
      fetch(new Request('/places')),
    ]);
    expect(sent).toHaveLength(1);
  });

  test('A relative URL in a page with credentials is rejected as natively, each time', async () => {
    const { fetch, sent } = wrapped();
    const url = `http://user:secret@${location.host}/places`;
    const plain = createFetch();
    await expect(plain(url)).rejects.toThrow(TypeError);
    await expect(plain(url)).rejects.toThrow(TypeError);
    await fetch(url);
    expect(sent).toEqual([]);
  });

  test('has one `Request`, however often it is read', async () => {
    const { fetch } = wrapped();
    const seen = new Set<unknown>();
    fetch.addEventListener('launch', ({ detail }) => seen.add(detail.request));
    fetch.addEventListener('settle', ({ detail }) => seen.add(detail.request));
    await (await fetch('/places')).text();
    expect([...seen].map((request) => (request as Request).url)).toEqual([`${location.origin}/places`]);
  });
});

describe('a call with a relative URL that is sent a second time', () => {
  const init = { headers: { accept: 'text/plain' } };
  const urlsOf = ({ sent }: Network) => sent.map(({ url }) => new URL(url).pathname);

  test.each([[undefined], [init]])(
    'keeps its URL when the page has moved to another path before a `Vary`: its init is %o',
    async (init) => {
      const network = new Network();
      const fetch = createFetch({ fetch: network.fetch });
      history.replaceState(null, '', '/one/page');
      const calls = [fetch('places', init), fetch('places', init)];
      history.replaceState(null, '', '/two/page');
      network.sent[0]?.answer({ headers: { vary: '*' } });
      await expect.poll(() => urlsOf(network)).toEqual(['/one/places', '/one/places']);
      network.sent[1]?.answer();
      await Promise.all(calls);
    },
  );

  test('keeps its URL when the page has moved to another path before its `leaderTimeout`', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch, leaderTimeout: 1 });
    history.replaceState(null, '', '/one/page');
    const calls = [fetch('places'), fetch('places')];
    history.replaceState(null, '', '/two/page');
    await expect.poll(() => urlsOf(network)).toEqual(['/one/places', '/one/places']);
    for (const sent of network.sent) sent.answer();
    await Promise.all(calls);
  });

  test('keeps its URL when the page has moved to another path behind an unread body', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    history.replaceState(null, '', '/one/page');
    const first = fetch('places');
    network.sent[0]?.answer();
    network.sent[0]?.end();
    await first;
    const later = fetch('places');
    history.replaceState(null, '', '/two/page');
    await expect.poll(() => urlsOf(network)).toEqual(['/one/places', '/one/places']);
    network.sent[1]?.answer();
    await later;
  });
});
