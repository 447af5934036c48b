import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(new URL('../package.json', import.meta.url));

/**
 * Imports a package of bench/package.json. Its types are missing here, so the caller declares the part that it uses.
 */
export async function peer<Module>(name: string): Promise<Module> {
  return await import(pathToFileURL(resolve(name)).href);
}
