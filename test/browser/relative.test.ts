import { afterEach, describe, expect, test } from 'vitest';
import { createFetch } from '../../src/index.ts';

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

  test('shares with the absolute one, and with its `Request`', async () => {
    const { fetch, sent } = wrapped();
    await Promise.all([
      fetch('/places'),
      fetch(`${location.origin}/places#top`),
      fetch(new Request('/places')),
    ]);
    expect(sent).toHaveLength(1);
  });

  test('with credentials is rejected as natively, each time', async () => {
    const { fetch, sent } = wrapped();
    const url = `http://user:secret@${location.host}/places`;
    const plain = createFetch();
    await expect(plain(url)).rejects.toThrow(TypeError);
    await expect(plain(url)).rejects.toThrow(TypeError);
    await fetch(url);
    expect(sent).toEqual([]);
  });

  test('has one `Request` for all who ask for it', async () => {
    const { fetch } = wrapped();
    const seen = new Set<unknown>();
    fetch.addEventListener('launch', ({ detail }) => seen.add(detail.request));
    fetch.addEventListener('settle', ({ detail }) => seen.add(detail.request));
    await (await fetch('/places')).text();
    expect([...seen].map((request) => (request as Request).url)).toEqual([`${location.origin}/places`]);
  });
});
