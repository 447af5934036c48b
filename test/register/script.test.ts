import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scriptOf } from '../../src/register/script.ts';

beforeEach(() => {
  vi.stubGlobal('origin', 'https://map.example');
  vi.stubGlobal('location', { href: 'https://map.example/app/page' });
  vi.stubGlobal('document', { baseURI: 'https://map.example/app/page' });
});
afterEach(() => void vi.unstubAllGlobals());

const urlOf = (...args: Parameters<typeof scriptOf>) =>
  scriptOf(...args).href.replace('https://map.example', '');

describe('the URL of a worker', () => {
  test.each([
    ['/coflight-sw.js', '/coflight-sw.js'],
    ['sw.js?v', '/app/sw.js?v'],
    ['/sw.js?a=b%20c', '/sw.js?a=b%20c'],
    ['/sw.js#x', '/sw.js'],
  ])('%s is %s where there are no options for the worker', (url, expected) => {
    expect(urlOf(url, { timeout: 1 })).toBe(expected);
  });

  test('has the options for the worker in its query', () => {
    const options = { match: ['/tiles/*', '/a b'], ignoreHeaders: ['accept'], maxReplay: 0 };
    expect(urlOf('/coflight-sw.js', options)).toBe(
      '/coflight-sw.js?match=%2Ftiles%2F*&match=%2Fa+b&ignoreHeaders=accept&maxReplay=0',
    );
    expect(urlOf('/sw.js?v=1#x', { match: '/tiles/*' })).toBe('/sw.js?v=1&match=%2Ftiles%2F*');
  });
});

test('A script and a scope of a page at a `blob:` URL belong to the origin of the page', () => {
  const baseURI = 'blob:https://map.example/5a6e4b3c';
  vi.stubGlobal('location', { href: baseURI });
  vi.stubGlobal('document', { baseURI });
  expect(scriptOf('/coflight-sw.js', { scope: '/app/' })).toMatchObject({
    href: 'https://map.example/coflight-sw.js',
    scope: 'https://map.example/app/',
    isOwn: true,
  });
});

test('A script and a scope of a page with a user in its address have no user', () => {
  vi.stubGlobal('document', { baseURI: 'https://user:secret@map.example/app/page' });
  expect(scriptOf('/coflight-sw.js', { scope: '/app/' })).toMatchObject({
    href: 'https://map.example/coflight-sw.js',
    scope: 'https://map.example/app/',
    isOwn: true,
  });
});

test.each([
  [['http://', {}], 'Expected `url` to be a URL, got `http://`.'],
  [['/sw.js', { scope: 'http://' }], 'Expected `scope` to be a URL, got `http://`.'],
] as [Parameters<typeof scriptOf>, string][])(
  '%j is a TypeError that names the argument',
  (args, message) => {
    expect(() => scriptOf(...args)).toThrow(new TypeError(message));
  },
);

describe('the scope of a worker', () => {
  test.each([
    ['sw.js', undefined, '/app/'],
    ['/sw.js', undefined, '/'],
    ['/sw.js', './', '/app/'],
    ['/sw.js', '/other/#x', '/other/'],
  ])('%s with the option %s is %s', (url, scope, expected) => {
    expect(scriptOf(url, { scope }).scope).toBe(`https://map.example${expected}`);
  });
});

describe('a script is of the page’s origin', () => {
  const isOwn = (url: string) => scriptOf(url, {}).isOwn;

  test('A script is of the page’s origin also where the page has a global variable `origin`', () => {
    vi.stubGlobal('origin', { latitude: 52 });
    expect([isOwn('/sw.js'), isOwn('https://other.example/sw.js')]).toEqual([true, false]);
  });

  test.each(['about:srcdoc', 'about:blank'])(
    'A script is of the page’s origin also in a frame at %s, which has the origin of its parent',
    (href) => {
      vi.stubGlobal('location', { href });
      expect([isOwn('/sw.js'), isOwn('https://other.example/sw.js')]).toEqual([true, false]);
    },
  );
});
