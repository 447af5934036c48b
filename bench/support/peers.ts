import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(new URL('../package.json', import.meta.url));

/** A package of bench/package.json; it has no types of its own here, so the caller says what it uses of it. */
export async function peer<Module>(name: string): Promise<Module> {
  return await import(pathToFileURL(resolve(name)).href);
}
