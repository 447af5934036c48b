// `npm run demo`, once the packages are there. It runs on the tools' Node, as the server is written in TypeScript.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process, { argv, exit, features, platform, ppid } from 'node:process';
import { fileURLToPath } from 'node:url';

const node = fileURLToPath(
  new URL(join('../node_modules/node/bin', platform === 'win32' ? 'node.exe' : 'node'), import.meta.url),
);

/** The same again on the tools' Node: the first time, npm has found none but the user's. */
function startAgain(args) {
  const child = spawn(node, [argv[1], 'demo', ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => exit(code ?? 1));
}

/** Ends the demo when npm has ended. npm ends its shell, and not every shell passes that on. */
function endWithParent() {
  const parent = ppid;
  setInterval(() => process.ppid !== parent && exit(0), 500).unref();
}

export async function demo(args) {
  endWithParent();
  if (!features.typescript) return startAgain(args);
  const [{ main }, { buildDemo }] = await Promise.all([
    import('../demo/server/main.ts'),
    import('./demo-build.js'),
  ]);
  await main(args, buildDemo);
}
