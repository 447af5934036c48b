// An app of this folder with the packed library: built and served as its framework says.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { env } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { pack } from '../support/pack.ts';

const run = promisify(execFile);

export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

const environment = Object.fromEntries(
  Object.entries(env).filter(
    ([name]) => !/^(?:NODE_ENV|NODE_OPTIONS|VITEST|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL)/.test(name),
  ),
);

/** Puts the packed library into an app, as an installation would. */
async function install(folder: string): Promise<void> {
  const modules = `${folder}/node_modules`;
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  const { filename } = pack(modules);
  await run('tar', ['xzf', filename], { cwd: modules });
  await run('mv', ['package', 'coflight'], { cwd: modules });
}

/** Builds an app and serves it. The commands are arguments for Node; `{port}` stands for a free port. */
export async function serveApp(
  name: string,
  build: readonly string[],
  start: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Served> {
  const folder = fileURLToPath(new URL(name, import.meta.url));
  const port = await freePort();
  const all = { ...environment, ...variables, PORT: `${port}`, HOST: '127.0.0.1', NITRO_HOST: '127.0.0.1' };
  const options = {
    cwd: folder,
    env: { ...all, NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' },
  };
  await install(folder);
  const worker = `${folder}/public/coflight-sw.js`;
  if (existsSync(`${folder}/public`))
    copyFileSync(`${folder}/node_modules/coflight/dist/coflight-sw.js`, worker);
  await run(process.execPath, build, options);
  const server = spawn(
    process.execPath,
    start.map((argument) => argument.replace('{port}', `${port}`)),
    { ...options, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text));
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    if (server.exitCode !== null) throw new Error(said);
    const answers = await fetch(`${origin}/favicon.ico`).then(
      () => true,
      () => false,
    );
    if (answers) break;
    await setTimeout(50);
  }
  return {
    origin,
    async close() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
