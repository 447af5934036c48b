// The documentation site is made from the Markdown files of this repository. Its build needs packages of its own, so
// here only the pages are made: every link of theirs leads to a page.

import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { entries, linked, linksIn, pages, pictures } from '../../site/pages.ts';

const all = pages();
const targets = new Set([
  ...all.map(({ target }) => target),
  ...pictures().map(({ target }) => target),
  ...entries().map(({ name }) => `api/${name}.md`),
  'api/index.md',
]);

test('The site has the README, the pages of docs, the decisions and the benchmarks', () => {
  const expected = ['index.md', 'guide.md', 'laws.md', 'benchmarks.md', 'benchmarks/coalesce.md'];
  expect([...targets]).toEqual(
    expect.arrayContaining([...expected, 'decisions/index.md', 'api/coflight.md']),
  );
});

test.each(all)('Every link of $source leads to a page of the site', ({ target, text }) => {
  const to = (link: string) =>
    posix.join(posix.dirname(target), link.replace(/#.*/, '') || posix.basename(target));
  expect(linksIn(text).filter((link) => !targets.has(to(link)))).toEqual([]);
});

test('No page of the site shows the comments that only tests read', () => {
  for (const { source, text } of all) expect(text, source).not.toMatch(/<!-- (bench|size|snippet): /);
});

test('A link to a file that is no page leads to the repository, or becomes its text', () => {
  const text = 'See [the tests](../test/package/site.test.ts), and\n```\n[a block](y.md)\n```\n';
  expect(linked('docs/laws.md', text)).toContain('See the tests,');
  expect(linked('docs/laws.md', text)).toContain('[a block](y.md)');
  expect(linked('docs/laws.md', text, 'https://example.test/coflight')).toContain(
    '[the tests](https://example.test/coflight/blob/main/test/package/site.test.ts)',
  );
});

test('A link between two pages leads from one place in the site to the other', () => {
  expect(linked('README.md', '[maps](docs/maps.md#leaflet)')).toBe('[maps](./maps.md#leaflet)');
  expect(linked('docs/benchmarks/laws.md', '[laws](../laws.md)')).toBe('[laws](./../laws.md)');
});
