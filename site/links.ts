// Links of the built site: each leads to a file, and to a heading of it. VitePress itself does not look at headings.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Returns a line for each link of the HTML files in a folder that leads nowhere. */
export function brokenLinks(folder: string): string[] {
  const files = globSync('**/*.html', { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  const texts = new Map(files.map((file) => [file, readFileSync(folder + file, 'utf8')]));
  const ids = new Map(
    [...texts].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/<(?:a|link|script|img)\s[^>]*?(?:href|src)="([^"]+)"/g)]
      .map(([, link = '']) => link.replaceAll('&amp;', '&'))
      .filter((link) => !/^(\w+:|\/\/)/.test(link) && !leads(file, link))
      .map((link) => `${file}: nothing at ${link}`),
  );

  function leads(from: string, link: string): boolean {
    const [path = '', hash] = link.split('#');
    const absolute = posix.join('/', path.startsWith('/') ? path : posix.join(posix.dirname(from), path));
    const file = path ? absolute.slice(1).replace(/(^|\/)$/, '$1index.html') : from;
    const target = [file, `${file}.html`].find((one) => existsSync(folder + decodeURI(one)));
    return !!target && (!hash || !ids.has(target) || !!ids.get(target)?.has(decodeURIComponent(hash)));
  }
}
