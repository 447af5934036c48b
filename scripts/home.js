// Where the project lives: `repository` in package.json says it, and everything else follows from that.

import { posix } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

export const home = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/**
 * The text of a page of this version in which links lead into the repository, and pictures to their bytes there.
 * `stays(file)` says which links remain as they are, by the file that they name, from the root.
 */
export function absolute(markdown, page, stays = () => false) {
  const at = (kind, file) => `${home}/${kind}/v${manifest.version}/${file}`;
  return markdown.replace(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^)#\s]+)([^)\s]*)\)/g,
    (link, picture, text, path, hash) => {
      const file = posix.join(posix.dirname(page), path);
      return stays(file) ? link : `${picture}[${text}](${at(picture ? 'raw' : 'blob', file)}${hash})`;
    },
  );
}
