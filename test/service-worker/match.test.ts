import { describe, expect, test } from 'vitest';
import { type Match, patternOf, tester } from '../../src/service-worker/match.ts';
import { seen } from '../support/worker-scope.ts';

const names = (match: Match, url: string) => tester(match)(seen(url));
/** What a static route makes of the same match. */
const routes = (match: string, url: string) =>
  new URLPattern(patternOf(match)).test(new URL(url, 'https://map.example'));

describe('a match', () => {
  test.each<[match: string, url: string, named: boolean]>([
    ['/tiles/*', '/tiles/1/2.png', true],
    ['/tiles/*', '/tiles/1/2.png?v=3', true],
    ['/tiles/*', '/other/tiles/1.png', false],
    ['/tiles/*', 'https://tiles.example/tiles/1.png', false],
    ['/places', '/places', true],
    ['/places', '/places?zoom=4', true],
    ['/places', '/places/7', false],
    ['/places?zoom=*', '/places?zoom=4', true],
    ['/places?zoom=*', '/places', false],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'https://a.tiles.example/1/2/3.png', true],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'https://a.tiles.example/1/2/3.jpg', false],
    ['https://*.example/*', 'https://evil.test/x.example/1', false],
    ['https://tiles.example:8443/*', 'https://tiles.example:8443/1', true],
    ['https://tiles.example/*', 'https://tiles.example:8443/1', false],
    ['/a.b/(c)+', '/a.b/(c)+', true],
    ['/a.b/*', '/axb/c', false],
    ['/a:b/*', '/a:b/c', true],
  ])('%s and %s: %s, in the worker as in a static route', (match, url, named) => {
    expect(names(match, url)).toBe(named);
    expect(routes(match, url)).toBe(named);
  });

  test('does not care for fragments', () => {
    expect(names('/places', '/places#7')).toBe(true);
  });

  test('may be an expression, also a global one, or a function', () => {
    const expression = /\/tiles\//g;
    const test = tester(expression);
    expect([test(seen('/tiles/1')), test(seen('/tiles/1')), test(seen('/other'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(names((request) => request.destination === 'image', '/tiles/1')).toBe(false);
  });

  test('that is no URL is refused', () => {
    expect(() => tester('https://')).toThrow(
      new TypeError('Expected `match` to be a URL with `*` for anything, got `https://`.'),
    );
  });
});
