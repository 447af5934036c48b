import { expect, test } from 'vitest';
import { declarations } from '../../scripts/api.ts';

test('the public declarations are the committed ones (after a change: npm run api)', () => {
  expect(declarations.built()).toEqual(declarations.committed());
});
