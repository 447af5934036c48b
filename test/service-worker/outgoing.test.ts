import { describe, expect, test } from 'vitest';
import { seen } from '../support/worker-scope.ts';
import '../support/worker-scope.ts';
import { outgoing } from '../../src/service-worker/outgoing.ts';

const { signal } = new AbortController();

describe('the request that goes out', () => {
  test.each(['https://map.example/page', '', 'about:client'])(
    'is made again, with a signal: referrer %s',
    (referrer) => {
      const request = seen('/a', {
        headers: { accept: 'a/b', 'sec-ch-ua': 'x', 'sec-ch-ua-mobile': '?0' },
        referrer,
      });
      const sent = outgoing(request, signal);
      expect(sent).not.toBe(request);
      expect([sent.url, sent.headers.get('accept')]).toEqual(['https://map.example/a', 'a/b']);
    },
  );

  test.each(['width-of-page', 'x-width', 'x-sec-ch-dpr'])('is made again where it has %s', (name) => {
    const request = seen('/a', { mode: 'no-cors', headers: { [name]: '2' } });
    expect(outgoing(request, signal)).not.toBe(request);
  });

  test('is made again where the page has set such a header itself', () => {
    const request = seen('/a', { headers: { width: '2' } });
    const sent = outgoing(request, signal);
    expect(sent).not.toBe(request);
    expect(sent.headers.get('width')).toBe('2');
  });

  test.each<[string, RequestInit]>([
    ["the referrer of another origin's style sheet", { referrer: 'https://styles.example/1.css' }],
    ['a client hint that the server asked for', { headers: { 'sec-ch-dpr': '2' } }],
    ...['device-memory', 'downlink', 'dpr', 'ect', 'rtt', 'viewport-width', 'width'].map(
      (name): [string, RequestInit] => [
        `the hint ${name} of an image`,
        { mode: 'no-cors', headers: { [name]: '2' } },
      ],
    ),
    ['a longer hint of the browser', { headers: { 'sec-ch-ua-full-version': '1' } }],
  ])('is the one of the page where it has %s', (_, init) => {
    const request = seen('/a', init);
    expect(outgoing(request, signal)).toBe(request);
  });
});
