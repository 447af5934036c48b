import { expect, test, vi } from 'vitest';

test('Calls that have come back are counted by all copies of the library together', async () => {
  const one = await import('../../src/fetch/returns.ts');
  vi.resetModules();
  const other = await import('../../src/fetch/returns.ts');
  const before = one.returnCount();
  one.countReturn();
  expect(other.returnCount()).toBe(before + 1);
  other.countReturn();
  expect(one.returnCount()).toBe(before + 2);
});
