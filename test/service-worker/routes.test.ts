import { describe, expect, test } from 'vitest';
import '../support/worker-scope.ts';
import type { Match } from '../../src/service-worker/match.ts';
import { routePast } from '../../src/service-worker/routes.ts';

/** The rules that an install event is given. */
function rulesOf(match: readonly Match[], answer = Promise.resolve()) {
  const rules: unknown[] = [];
  const waited: Promise<unknown>[] = [];
  const addRoutes = (rule: unknown) => {
    rules.push(rule);
    return answer;
  };
  const event = { addRoutes, waitUntil: (promise: Promise<unknown>) => void waited.push(promise) };
  routePast(event as unknown as Parameters<typeof routePast>[0], match);
  return { rules, waited };
}

describe('routePast', () => {
  // A rule that lets the network race sends two requests and fails the follower.
  test('sends reads that are not named to the network, writes to the worker, and knows no other rule', () => {
    const tiles = { protocol: 'https', hostname: 'map.example', port: '', pathname: '/tiles/*', search: '*' };
    const safe = ['GET', 'HEAD', 'OPTIONS'].map((requestMethod) => ({ requestMethod }));
    expect(rulesOf(['/tiles/*']).rules).toEqual([
      { condition: { not: { or: [{ urlPattern: tiles }, { not: { or: safe } }] } }, source: 'network' },
    ]);
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
