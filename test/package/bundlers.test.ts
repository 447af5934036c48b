import { expect, test } from 'vitest';
import { pages } from '../bundlers/sizes.ts';

test('docs/compatibility.md shows the sizes that the last run of the bundlers found (it writes the page)', () => {
  const { is, wanted } = pages();
  expect(is).toBe(wanted);
  expect(wanted.match(/^\| .+(?: \| \d+\.\d\d kB){3} \|$/gm)?.length).toBe(7);
});
