// Refuses a release that is not prepared:
//
//   node scripts/release.js v1.2.3    the tag, package.json and CHANGELOG.md must agree

import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

/** Returns sentences that say what is missing before this tag may be published. */
export function missing(tag, version, changelog) {
  const sections = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  const [newest = ''] = sections;
  const text = changelog.split(/^## .+$/m)[1]?.trim();
  return [
    tag !== `v${version}` && `The tag is ${tag}, and package.json has version ${version}.`,
    (!newest.startsWith(version) || /unreleased/i.test(newest)) &&
      `CHANGELOG.md begins with “${newest}”: rename it to “${version} (date)”.`,
    !text && `CHANGELOG.md says nothing of “${newest}”.`,
  ].filter(Boolean);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const faults = missing(argv[2], manifest.version, changelog);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length ? 1 : 0;
}
