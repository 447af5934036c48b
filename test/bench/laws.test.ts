import { describe, expect, inject, test } from 'vitest';
import type { Contender } from '../../bench/contenders/contender.ts';
import { judge } from '../../bench/laws/law.ts';
import { laws } from '../../bench/laws.ts';
import { createFetch } from '../../src/index.ts';

const origin = inject('origin');

const takes = new Set(['init', 'method', 'signal', 'response'] as const);
const coflight: Contender = { takes, get: createFetch() };

/** Knows no headers, methods or aborts, and gives all callers the same Response. */
const careless = (): Contender => {
  const inFlight = new Map<string, Promise<Response>>();
  const get: Contender['get'] = (url, init) => {
    const response = inFlight.get(url) ?? fetch(url, init);
    inFlight.set(url, response);
    response.catch(() => {}); // the laws judge it, not the test runner
    return response;
  };
  return { takes, get };
};

describe('the laws of the benchmark', () => {
  test.each(laws)('coflight keeps law $id: $says', { timeout: 20_000 }, async (law) => {
    let why: unknown;
    const because = (reason: unknown) => {
      why = reason;
    };
    const verdict = await judge(law, coflight, { origin, timeout: 15_000, because });
    expect(verdict, `${why}`).toBe('yes');
  });

  test('A careless contender keeps less than a third of the laws', { timeout: 60_000 }, async () => {
    const verdicts = await Promise.all(laws.map((law) => judge(law, careless(), { origin })));
    expect(verdicts.filter((verdict) => verdict === 'yes').length).toBeLessThan(laws.length / 3);
  });

  test('A law does not apply to a contender that cannot take what it needs', async () => {
    const plain: Contender = { takes: new Set(), get: fetch };
    const about = laws.filter(({ needs }) => needs?.length);
    expect(await Promise.all(about.map((law) => judge(law, plain, { origin })))).toEqual(
      about.map(() => '—'),
    );
  });
});
