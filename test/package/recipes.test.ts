import { expect, test } from 'vitest';
import { pages } from '../recipes/table.ts';

test('docs/recipes.md shows what the last run of the recipes found (after a run: it writes the page)', () => {
  const { is, wanted } = pages();
  expect(is).toBe(wanted);
  expect(wanted.match(/\| reaches all \|/g)?.length).toBeGreaterThan(20);
});
