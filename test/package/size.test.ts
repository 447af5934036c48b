import { describe, expect, test } from 'vitest';
import { limits, sizeOf } from '../../scripts/size.ts';

describe('size', () => {
  test.each(limits)('of $name is at most $bytes B', async (limit) => {
    const size = await sizeOf(limit);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(limit.bytes);
  });
});
