// The files that pages name exist.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
  ...globSync('docs/**/*.md', { cwd: root }),
];
/** The start of links to other sites, and to the pages that GitHub has for a repository. */
const elsewhere = /^(\w+:|\.\.\/\.\.\/security\/)/;

/** Returns the anchors that both GitHub and the site (VitePress) give to the headings of a page. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].flatMap(([, heading = '']) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const github = words.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const site = words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    return github === site ? [site] : [];
  });
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(root + page, 'utf8');

  test('links to files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link as string);
    const local = links.filter((link) => !elsewhere.test(link));
    expect(local.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  test('links to headings whose anchor is the same at GitHub and on the site', () => {
    const links = [...text.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)];
    const broken = links.filter(([, file, anchor = '']) => {
      const target = file ? join(root, dirname(page), file) : root + page;
      return !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test('begins no line with the comment of a figure, because that would end the paragraph', () => {
    expect(text.match(/^[ \t]*<!-- (?:bench|size): .*/gm) ?? []).toEqual([]);
  });

  test('names source files that are there', () => {
    const files = [...text.matchAll(/`((?:src|test|bench|demo|scripts|bin)\/[\w./-]+\.\w+)`/g)];
    const named = files.map(([, file]) => file as string);
    expect(named.filter((file) => !existsSync(root + file))).toEqual([]);
  });
});

test.each([
  'BypassReason',
  'Outcome',
  'FlightDetail',
  'FlightEvent',
  'FetchStats',
  'ClosedBy',
  'FlightState',
])('docs/events.md names each value and each member of %s', (name) => {
  const declarations = readFileSync(`${root}docs/api/index.d.ts`, 'utf8');
  const whole = `^(?:interface ${name}\\b[^]*?^}|type ${name}\\b[^]*?;$)`;
  const text = new RegExp(whole, 'm').exec(declarations)?.[0] ?? '';
  const members = [...text.matchAll(/^ {4}readonly (\w+)/gm)].map(([, member]) => `\`${member}\``);
  const values = [...text.matchAll(/'[\w-]+'/g)].map(([value]) => `\`${value}\``);
  const page = readFileSync(`${root}docs/events.md`, 'utf8');
  expect([...members, ...values]).not.toEqual([]);
  expect([...members, ...values].filter((one) => !page.includes(one))).toEqual([]);
});

test('docs/fetch.md has each option of `createFetch` in its table', () => {
  const declarations = readFileSync(`${root}docs/api/index.d.ts`, 'utf8');
  const text = /^interface FetchOptions\b[\s\S]*?^}/m.exec(declarations)?.[0] ?? '';
  const options = [...text.matchAll(/^ {4}readonly (\w+)/gm)].map(([, option]) => option as string);
  const rows = [...readFileSync(`${root}docs/fetch.md`, 'utf8').matchAll(/^\| `(\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(options).toContain('linger');
  expect(rows.toSorted()).toEqual(options.toSorted());
});

test.each([
  ['PreloaderOptions', 'preload', 'preload'],
  ['RegisterOptions', 'register', 'service-worker'],
  ['FailureReason', 'register', 'service-worker'],
  ['EventOptions', 'service-worker', 'service-worker'],
  ['HandlerOptions', 'service-worker', 'service-worker'],
])('each value and each member of %s (docs/api/%s.d.ts) begins a row of docs/%s.md', (name, entry, page) => {
  const declarations = readFileSync(`${root}docs/api/${entry}.d.ts`, 'utf8');
  const whole = `^(?:interface ${name}\\b[^]*?^}|type ${name}\\b[^]*?;$)`;
  const text = new RegExp(whole, 'm').exec(declarations)?.[0].replace(/\/\*.*?\*\//gs, '') ?? '';
  const members = [...text.matchAll(/^ {4}readonly (\w+)|'([\w-]+)';?$/gm)].map(
    ([, option, value]) => option ?? value,
  );
  const cells = [...readFileSync(`${root}docs/${page}.md`, 'utf8').matchAll(/^\| (`[^|]*) \|/gm)].join();
  expect(members).not.toEqual([]);
  expect(members.filter((member) => !new RegExp(`\`${member}[\`(]`).test(cells))).toEqual([]);
});
