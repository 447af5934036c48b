import { describe, expect, test } from 'vitest';
import { isOlder } from '../../src/register/stale.ts';

describe('isOlder', () => {
  test.each<[string, string, boolean]>([
    ['0.1.0', '0.1.0', false],
    ['0.0.9', '0.1.0', true],
    ['0.9.0', '0.10.0', true],
    ['1.0.0', '0.9.9', false],
    ['0.10.0', '0.9.0', false],
    ['10.0.0', '9.0.0', false],
    ['0.1.10', '0.1.9', false],
    ['0.2.0-beta.1', '0.1.0', false],
    ['v0.2.0', '0.1.0', true],
    ['', '0.1.0', true],
  ])('%s against %s: %s', (one, other, older) => {
    expect(isOlder(one, other)).toBe(older);
  });
});
