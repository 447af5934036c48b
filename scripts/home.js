// Where the project lives: `repository` in package.json says it, and everything else follows from that.

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
