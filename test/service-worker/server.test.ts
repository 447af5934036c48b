import { expect, test } from 'vitest';
import { coalesceFetchEvents, coalesceGlobalFetch } from '../../src/service-worker/index.ts';

test('Where there is no service worker, the factories do nothing, and refuse wrong options', () => {
  const { fetch } = globalThis;
  coalesceFetchEvents({ match: '/tiles/*' });
  const restore = coalesceGlobalFetch();
  expect(globalThis.fetch).toBe(fetch);
  restore();
  expect(globalThis.fetch).toBe(fetch);
  expect(() => coalesceFetchEvents({ match: 1 as never })).toThrow(TypeError);
  expect(() => coalesceGlobalFetch({ maxReplay: -1 })).toThrow(RangeError);
});
