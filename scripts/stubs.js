// Part of the build: a folder for each sub-path of the package, for tools that do not read `exports` (Parcel as it
// comes, TypeScript's `node10`). All they hold is derived from package.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

const root = new URL('../', import.meta.url);

for (const [entry, target] of Object.entries(manifest.exports)) {
  if (entry === '.' || typeof target === 'string') continue;
  const folder = new URL(`${entry}/`, root);
  const { types, default: main } = target;
  const { type, sideEffects } = manifest;
  mkdirSync(folder, { recursive: true });
  const stub = { type, sideEffects, main: `.${main}`, types: `.${types}` };
  writeFileSync(new URL('package.json', folder), `${JSON.stringify(stub, null, 2)}\n`);
}
