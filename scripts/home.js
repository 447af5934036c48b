// Where the project lives: `repository` in package.json says it, and everything else follows from that.
//
//   node scripts/home.js README.md    makes the links and pictures of a page absolute, for the page at npm

import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

export const home = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** A page of this version in which each link leads into the repository, and each picture to its bytes. */
export function absolute(markdown) {
  const at = (kind, path) => `${home}/${kind}/v${manifest.version}/${path}`;
  return markdown.replace(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)\s]+)\)/g,
    (_, picture, text, path) => {
      return `${picture}[${text}](${at(picture ? 'raw' : 'blob', path)})`;
    },
  );
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const file of argv.slice(2)) writeFileSync(file, absolute(readFileSync(file, 'utf8')));
