import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withTables } from '../../scripts/parts.ts';
import { limits, pageOfParts, sizeOf, tablesOfParts } from '../../scripts/size.ts';
import { documented, sizesIn } from '../support/snippets.ts';

describe('size', () => {
  test.each(limits)('The size of $name is at most $bytes B', async (limit) => {
    const size = await sizeOf(limit);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(limit.bytes);
  });
});

const quotes = documented.flatMap((page) =>
  sizesIn(readFileSync(page, 'utf8')).map((quoted) => ({ page, ...quoted })),
);

test.each(quotes)('$page quotes the size of $name as it is', async ({ name, kilobytes }) => {
  const limit = limits.find((known) => known.name === name);
  expect(limit, `"${name}" is not among the size limits in package.json`).toBeDefined();
  if (limit) expect(kilobytes).toBe(((await sizeOf(limit)) / 1000).toFixed(1));
});

describe('the parts of an import', () => {
  /** Returns the rows of all tables: a promise, and its bytes in the download. */
  const rowsOf = (page: string) =>
    [...page.matchAll(/^\| (.+?) \| [\d,]+ \| ([\d,]+) \|$/gm)].map(([, promise = '', bytes = '']) => ({
      promise,
      bytes: Number(bytes.replace(',', '')),
    }));

  test('weigh what the page about sizes says, within 40 bytes (npm run size writes it)', async () => {
    const page = readFileSync(pageOfParts, 'utf8');
    const shown = rowsOf(page);
    const measured = rowsOf(withTables(page, await tablesOfParts()));
    expect(shown.map(({ promise }) => promise).toSorted()).toEqual(
      measured.map(({ promise }) => promise).toSorted(),
    );
    for (const { promise, bytes } of shown) {
      const near = measured.filter((row) => row.promise === promise && Math.abs(row.bytes - bytes) <= 40);
      expect(near, promise).not.toEqual([]);
    }
  });
});
