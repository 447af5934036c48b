// The pages of the site, made from the Markdown files of this repository: where each goes, and where its links lead.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A page of the site. */
export interface Page {
  /** The file in the repository. */
  readonly source: string;
  /** The file in the site, such as `decisions/index.md`. */
  readonly target: string;
  readonly title: string;
  readonly text: string;
}

/** Files outside of docs that are pages, too. */
const outside: Readonly<Record<string, string>> = {
  'README.md': 'guide.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'bench/README.md': 'benchmarks/how-to-run.md',
  'examples/README.md': 'examples.md',
  'SECURITY.md': 'security.md',
  'site/index.md': 'index.md',
};

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/'));

/** Returns where a file of the repository is in the site; undefined for a file that is no page. */
function targetOf(source: string): string | undefined {
  if (outside[source]) return outside[source];
  const inDocs = /^docs\/(.+\.md)$/.exec(source)?.[1];
  return inDocs?.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Pictures are copied to the same places below the site's root. */
const isPicture = (path: string): boolean => /^docs\/(images|plots)\//.test(path);

/** Returns what a link of a page becomes: an address in the site, an address elsewhere, or undefined for plain text. */
function linkFrom(source: string, link: string, repository: string | undefined): string | undefined {
  if (/^(\w+:|#)/.test(link)) return link;
  const [path = '', hash] = link.split('#');
  const file = posix.join(posix.dirname(source), path).replace(/\/$/, '');
  const page = [file, `${file}/README.md`].find((one) => existsSync(root + one) && targetOf(one));
  const target = page ? targetOf(page) : apiOf(file);
  const from = posix.dirname(targetOf(source) ?? '');
  const relative = (to: string) => `./${posix.relative(from, to)}`;
  if (target) return relative(target) + (hash ? `#${hash}` : '');
  if (isPicture(file)) return relative(file.replace('docs/', ''));
  return repository && `${repository}/blob/main/${file}`;
}

const pageNameOf = (declarations: string): string => declarations.replace(/^index$/, 'coflight');

/** The declarations of an entry have a page that is made of their comments. */
function apiOf(file: string): string | undefined {
  const name = /^docs\/api\/([\w-]+)\.d\.ts$/.exec(file)?.[1];
  return name && `api/${pageNameOf(name)}.md`;
}

/** Calls back for each part of a text outside of code blocks. */
function outsideOfCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : change(part)))
    .join('');
}

const links = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Returns the text of a page with links that work in the site. A link to another file becomes its text. */
export function linked(source: string, text: string, repository?: string): string {
  return outsideOfCode(text, (part) =>
    part.replace(links, (_, picture: string, label: string, link: string) => {
      const to = linkFrom(source, link, repository);
      return to === undefined ? label : `${picture}[${label}](${to})`;
    }),
  );
}

/** Returns the links of a text outside of code blocks, without those to other sites. */
export function linksIn(text: string): string[] {
  const found: string[] = [];
  outsideOfCode(text, (part) => {
    for (const [, , , link = ''] of part.matchAll(links)) if (!/^\w+:/.test(link)) found.push(link);
    return part;
  });
  return found;
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? 'coflight';

/** Comments that only tests and benchmarks read: they name what a figure quotes, or how a snippet compiles. */
const marks = /<!-- (bench|size|snippet|report): [\s\S]*?-->[ \t]*/g;

/** Returns all pages of the site except those of the declarations. */
export function pages(repository?: string): Page[] {
  const sources = [...filesOf('docs/**/*.md'), ...Object.keys(outside)];
  return sources
    .filter((source) => filesOf(source).length)
    .map((source) => {
      const text = readFileSync(root + source, 'utf8').replaceAll(marks, '');
      const target = targetOf(source) ?? source;
      return { source, target, title: titleOf(text), text: linked(source, text, repository) };
    });
}

/** Returns the pictures of the site: their files in the repository and in the site. */
export const pictures = (): { readonly source: string; readonly target: string }[] =>
  filesOf('docs/{images,plots}/*').map((source) => ({ source, target: source.replace('docs/', '') }));

/** The entries that have a page of declarations: the name of the page, and that of the entry. */
export const entries = (): { readonly name: string; readonly entry: string }[] =>
  filesOf('docs/api/*.d.ts')
    .map((file) => posix.basename(file, '.d.ts'))
    .map((name) => ({ name: pageNameOf(name), entry: name === 'index' ? 'coflight' : `coflight/${name}` }));
