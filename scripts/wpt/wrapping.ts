// The script that puts the wrapped fetch in the place of the native one.

import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';

/** Puts the wrapped fetch where the native one is: on the global object of a page, on the prototype of a worker's. */
const install = `
  let owner = globalThis;
  while (!Object.hasOwn(owner, 'fetch')) owner = Object.getPrototypeOf(owner);
  Object.defineProperty(owner, 'fetch', {
    ...Object.getOwnPropertyDescriptor(owner, 'fetch'),
    value: createFetch(),
  });`;

/** A classic script that installs the built library's wrapped fetch. */
export async function wrapping(): Promise<string> {
  const library = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
  const build = await rollup({
    input: 'install',
    plugins: [
      {
        name: 'install',
        resolveId: (id) => (id === 'install' ? id : null),
        load: (id) => (id === 'install' ? `import { createFetch } from '${library}';${install}` : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
