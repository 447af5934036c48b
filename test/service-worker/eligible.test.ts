import { describe, expect, test } from 'vitest';
import { eligible } from '../../src/service-worker/eligible.ts';
import { seen } from '../support/worker-scope.ts';

type Init = Parameters<typeof seen>[1];

describe('eligible', () => {
  test.each<[string, Init]>([
    ['a fetch', {}],
    ['an image', { destination: 'image', mode: 'no-cors', credentials: 'include' }],
    ['a font', { destination: 'font' }],
    ['a script', { destination: 'script' }],
    ['the script of an audio worklet', { destination: 'audioworklet' }],
    ['a request that names a type', { headers: { accept: 'image/png' } }],
    ['a request with a header whose name ends like `Range`', { headers: { 'x-range': 'a' } }],
    ['a request with a header whose name begins like `Range`', { headers: { 'range-set': 'a' } }],
  ])('is %s', (_, init) => {
    expect(eligible(seen('/x', init))).toBe(true);
  });

  test.each<[string, Init]>([
    ...['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].map((method): [string, Init] => [method, { method }]),
    ...(['reload', 'no-store', 'no-cache', 'force-cache', 'only-if-cached'] as const).map(
      (cache): [string, Init] => [`cache: ${cache}`, { cache }],
    ),
    ...['audio', 'video', 'track'].map((destination): [string, Init] => [destination, { destination }]),
    ['a navigation', { mode: 'navigate' }],
    ['keepalive', { keepalive: true }],
    ['a range', { headers: { range: 'bytes=0-' } }],
    ['an event stream', { headers: { accept: 'text/event-stream' } }],
    ['an event stream or another type', { headers: { accept: 'application/json, text/event-stream;q=0.9' } }],
    ['an event stream in another case', { headers: { accept: 'Text/Event-Stream' } }],
    ['a prefetch', { mode: 'no-cors', headers: { 'sec-purpose': 'prefetch' } }],
    // In Chromium, a value that has characters outside ASCII.
    ['a header whose value is empty', { headers: { 'x-user': '' } }],
  ])('is not %s', (_, init) => {
    expect(eligible(seen('/x', init))).toBe(false);
  });

  test.each([
    ['that is not for the network', 'blob:https://map.example/1'],
    ['with a user in its URL', 'https://user@map.example/'],
    ['with a password in its URL', 'https://user:secret@map.example/'],
  ])('is false for a request %s', (_, url) => {
    // No constructor takes a URL with a user, but elements and XMLHttpRequest send them.
    expect(eligible(Object.defineProperty(seen('/x'), 'url', { value: url }))).toBe(false);
  });

  test.each([
    ['unknown', true],
    ['local', false],
  ])('is, for a request whose server may be in the network "%s": %s', (targetAddressSpace, is) => {
    // Only Chromium has the member.
    expect(
      eligible(Object.defineProperty(seen('/x'), 'targetAddressSpace', { value: targetAddressSpace })),
    ).toBe(is);
  });

  test('is true for a path with an @', () => {
    expect(eligible(seen('https://map.example/@2x/?a@b'))).toBe(true);
  });
});
