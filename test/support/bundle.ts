import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';

/** One classic script of a source that imports packages by their names, this one too. */
export async function bundle(source: string): Promise<string> {
  const entry = fileURLToPath(new URL('entry.js', import.meta.url));
  const build = await rollup({
    input: entry,
    treeshake: { moduleSideEffects: true },
    plugins: [
      {
        name: 'node-packages',
        resolveId: (id, importer) => {
          if (id === entry) return id;
          return id.startsWith('.')
            ? join(dirname(importer ?? ''), id)
            : fileURLToPath(import.meta.resolve(id));
        },
        load: (id) => (id === entry ? source : null),
        transform: (code) => code.replaceAll('process.env.NODE_ENV', '"production"'),
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
