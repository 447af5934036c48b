import { describe, expect, test } from 'vitest';
import '../support/worker-scope.ts';
import type { Fences } from '../../src/http/fence.ts';
import type { Match } from '../../src/service-worker/match.ts';
import { routePast } from '../../src/service-worker/routes.ts';

/** The rules that an install event is given. */
function rulesOf(match: readonly Match[], answer = Promise.resolve(), fences?: Fences) {
  const rules: unknown[] = [];
  const waited: Promise<unknown>[] = [];
  const addRoutes = (rule: unknown) => {
    rules.push(rule);
    return answer;
  };
  const event = { addRoutes, waitUntil: (promise: Promise<unknown>) => void waited.push(promise) };
  routePast(event as unknown as Parameters<typeof routePast>[0], { match, fences });
  return { rules, waited };
}

describe('routePast', () => {
  // A rule that lets the network race sends two requests and fails the follower.
  test('sends to the network what is neither named nor a write to a named origin, and knows no other rule', () => {
    const home = { protocol: 'https', hostname: 'map.example', port: '', pathname: '*', search: '*' };
    const tiles = { urlPattern: { ...home, pathname: '/tiles/*' } };
    const safe = ['GET', 'HEAD', 'OPTIONS'].map((requestMethod) => ({ requestMethod }));
    const elsewhere = { not: { or: [{ urlPattern: home }] } };
    const or = [tiles, { not: { or: [...safe, elsewhere] } }];
    expect(rulesOf(['/tiles/*']).rules).toEqual([{ condition: { not: { or } }, source: 'network' }]);
  });

  test('sends all writes to the worker when `fences` decides which reads a write fences', () => {
    const [rule] = rulesOf(['/tiles/*'], undefined, () => true).rules;
    const methods = ['GET', 'HEAD', 'OPTIONS'].map((requestMethod) => ({ requestMethod }));
    expect(rule).toMatchObject({ condition: { not: { or: [{}, { not: { or: methods } }] } } });
  });

  test.each<[string, Match[]]>([
    ['nothing is named', []],
    ['a function decides', ['/tiles/*', () => true]],
    ['an expression decides', [/tiles/]],
  ])('adds no rule where %s', (_, match) => {
    expect(rulesOf(match).rules).toEqual([]);
  });

  test('installs the worker also where the browser refuses the rule', async () => {
    const { waited } = rulesOf(['/tiles/*'], Promise.reject(new TypeError('unknown condition')));
    await expect(Promise.all(waited)).resolves.toBeDefined();
  });
});
