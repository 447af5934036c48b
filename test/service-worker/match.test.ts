import { describe, expect, onTestFinished, test } from 'vitest';
import { type Match, patternOf, tester } from '../../src/service-worker/match.ts';
import { seen } from '../support/worker-scope.ts';

test('A relative URL belongs to the folder of the worker’s file, as in every worker (#19)', () => {
  const { location } = globalThis;
  Object.assign(globalThis, { location: new URL('https://map.example/app/coflight-sw.js?match=tiles/*') });
  onTestFinished(() => void Object.assign(globalThis, { location }));
  expect(names('tiles/*', '/app/tiles/1.png')).toBe(true);
  expect(names('tiles/*', '/tiles/1.png')).toBe(false);
  expect(names('/tiles/*', '/tiles/1.png')).toBe(true);
  expect(routes('tiles/*', '/app/tiles/1.png')).toBe(true);
});

const names = (match: Match, url: string) => tester(match)(seen(url));
/** Returns whether a static route for the same match applies. */
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
    ['*://tiles.example/*', 'https://tiles.example/1', true],
    ['*://tiles.example/*', 'https://tiles.test/1', false],
    ['*://tiles.example', 'https://tiles.example/1', true],
    ['https://tiles.example:8443/*', 'https://tiles.example:8443/1', true],
    ['https://tiles.example/*', 'https://tiles.example:8443/1', false],
    ['https://*/tiles/*', 'https://tiles.example:8443/tiles/1', true],
    ['https://tiles.{country}/*', 'https://tiles.example:8443/1', true],
    ['https://*.example/*', 'https://tiles.example:8443/1', false],
    ['https://*:8443/*', 'https://tiles.example:8443/1', true],
    ['https://*:8443/*', 'https://tiles.example/1', false],
    ['/a.b/(c)+', '/a.b/(c)+', true],
    ['/a.b/*', '/axb/c', false],
    ['/a+:b', '/b', false],
    ['/a:b/*', '/a:b/c', true],
    ['/{-y}/{z}.png', '/7/3.png', true],
    ['/wms?bbox={bbox-epsg-3857}&width=256', '/wms?bbox=1,2,3,4&width=256', true],
    ['/wms?bbox={bbox-epsg-3857}&width=256', '/wms?bbox=1,2,3,4&width=512', false],
    ['/{z}/{x}/{y}@{r}.png', '/1/2/3@2x.png', true],
    ['/{z}/{x}/{y}@{r}.png', '/1/2/3.png', false],
    ['/a*a', '/a', false],
    ['/a*a', '/aa', true],
    ['/*.png', '/1.png', true],
    ['/*.png', '/1.png/2', false],
    ['/*b*b', '/ab', false],
    ['/*b*b', '/abb', true],
    ['/a*b*c', '/abc', true],
    ['/a*', '/b?/a', false],
    ['https://t*.example/*', 'https://tiles.test/x.example/1', false],
    ['*', '/places', true],
    ['/*/places', '/x?/places', false],
    ['https://tiles.example/*', 'https://tiles.example/?v=1', true],
    ['https://tiles.example', 'https://tiles.example/', true],
  ])('%s and %s: %s, in the worker as in a static route', (match, url, named) => {
    expect(names(match, url)).toBe(named);
    expect(routes(match, url)).toBe(named);
  });

  // The time that a backtracking expression takes for these grows with a power of their length.
  test.each([
    ['/tiles/{style}/{z}/{x}/{y}@{r}.png', `/tiles/${'1/'.repeat(100_000)}`],
    ['/*a*a*a*a*a*a*a*b', `/${'a'.repeat(200_000)}`],
    ['/?{a}={b}&{c}={d}&{e}={f};', `/?${'=&'.repeat(100_000)}`],
    [`/${'*'.repeat(1000)}x`, `/${'y'.repeat(200_000)}`],
  ])('%s and a URL that it nearly matches take no time', (match, url) => {
    expect(names(match, url)).toBe(false);
  });

  test('ignores fragments', () => {
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
    expect(names(/^https:/, '/tiles/1')).toBe(true);
    expect(names((request) => request.destination === 'image', '/tiles/1')).toBe(false);
  });

  // An empty text is the URL of the worker's own file, for which no page asks.
  test.each([
    ['https://', 'https://'],
    ['', "''"],
    ['mailto:a@map.example', 'mailto:a@map.example'],
    ['ftp://map.example/*', 'ftp://map.example/*'],
    ['{z}.:p', '{z}.:p'],
    ['*:tiles', '*:tiles'],
  ])('A match that is no URL of HTTP is refused: %j', (match, got) => {
    expect(() => tester(match)).toThrow(
      new TypeError(`Expected \`match\` to be a URL with \`*\` for anything, got \`${got}\`.`),
    );
  });
});
