// Pages and workers in one Node: each realm runs its own copy of the built modules, over globals that a test gives.

import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';

const entry = fileURLToPath(new URL('../../src/entry.ts', import.meta.url));

/** Returns one script of a source that imports modules of `src`. It returns its exports when it is run by `inRealm`. */
export async function scriptFrom(source: string): Promise<string> {
  const build = await rollup({
    input: entry,
    treeshake: { moduleSideEffects: true },
    plugins: [
      {
        name: 'source',
        resolveId: (id, importer) => (id === entry ? id : join(dirname(importer ?? ''), id)),
        load: (id) => (id === entry ? source : readFile(id, 'utf8')),
        transform: (code) => stripTypeScriptTypes(code),
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife', name: 'exported', exports: 'named' });
  await build.close();
  return `${output[0].code}\nreturn typeof exported === 'undefined' ? undefined : exported;`;
}

/** Something that runs tasks: a page that is not frozen, or a worker that is not stopped. */
export interface Runs {
  run(task: () => void): void;
}

/** Returns the timers of a realm. Their tasks run when it runs. */
export function timersOf(realm: Runs) {
  const live = new Set<unknown>();
  const clear = (id: ReturnType<typeof setTimeout>) => {
    live.delete(id);
    clearTimeout(id);
  };
  const set = (task: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
    const id = setTimeout(() => realm.run(() => live.delete(id) && task(...args)), delay);
    live.add(id);
    return id;
  };
  return { setTimeout: set, clearTimeout: clear };
}

/** Scripts that have run, as functions of their globals. */
const compiled = new Map<string, (...globals: readonly unknown[]) => unknown>();

/** Runs a script over these globals. Others are those of Node. */
export function inRealm(script: string, globals: Readonly<Record<string, unknown>>): unknown {
  const scope: Record<string, unknown> = Object.create(globalThis, Object.getOwnPropertyDescriptors(globals));
  for (const name of ['globalThis', 'self'])
    Object.defineProperty(scope, name, { value: scope, enumerable: true });
  const names = Object.keys(scope);
  const run = compiled.get(script) ?? (new Function(...names, script) as () => unknown);
  compiled.set(script, run);
  return run(...names.map((name) => scope[name]));
}
