// A project of a user: an empty folder with the packed library, and with the tools that it names.

import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { emptyFolder, type Folder } from '../support/folder.ts';
import { npm } from '../support/npm.ts';
import { pack } from '../support/pack.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const { resolve } = createRequire(import.meta.url);

export interface Project extends Folder {
  /** Runs a command of a tool in the folder, and returns what it prints. A failure throws, with what it said. */
  run(command: string, args: readonly string[]): string;
  /** The same, while this process goes on: its connections stay alive. */
  runAside(command: string, args: readonly string[]): Promise<string>;
}

/** What a user's shell has: of the tests' own, tools would take notice. */
const environment = Object.fromEntries(
  Object.entries(env).filter(
    ([name]) => !/^(?:NODE_ENV|NODE_OPTIONS|VITEST|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL)/.test(name),
  ),
);

/** Makes a project with the packed library. The caller removes it. */
export function project(): Project {
  const folder = emptyFolder();
  folder.write('package.json', { private: true, type: 'module' });
  const { filename } = pack(folder.path);
  npm(['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', filename], folder.path);
  const options = {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...environment, PATH: `${join(here, 'node_modules/.bin')}:${env.PATH}`, NO_COLOR: '1' },
  } as const;
  return {
    ...folder,
    run(command, args) {
      const { status, stdout, stderr, error } = spawnSync(command, args, options);
      if (status === 0) return stdout;
      throw error ?? new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
    },
    runAside: async (command, args) => (await promisify(execFile)(command, args, options)).stdout,
  };
}

/** Makes a package of this folder, or of the repository, one that the project has. */
export function link({ at }: Folder, name: string): void {
  mkdirSync(dirname(at('node_modules', name)), { recursive: true });
  symlinkSync(dirname(resolve(`${name}/package.json`)), at('node_modules', name), 'junction');
}
