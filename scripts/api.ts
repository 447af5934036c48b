// npm run api: the public declarations as they are built, copied to docs/api, so that a change of them is a diff.

import { cpSync, globSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/', import.meta.url);
const committed = new URL('../docs/api/', import.meta.url);

function declarationsIn(folder: URL): Record<string, string> {
  const files = globSync('**/*.d.ts', { cwd: fileURLToPath(folder) }).toSorted();
  return Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]));
}

/** By file: the declarations that users get, and the copy that was last looked at. */
export const declarations = {
  built: () => declarationsIn(built),
  committed: () => declarationsIn(committed),
};

if (import.meta.main) {
  rmSync(committed, { recursive: true, force: true });
  for (const file of Object.keys(declarations.built()))
    cpSync(new URL(file, built), new URL(file, committed), { recursive: true });
}
