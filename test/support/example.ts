// Runs an example in separate processes, as `npm start` starts it in its folder.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { env, kill, platform } from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

export const examplesFolder: string = fileURLToPath(new URL('../../examples/', import.meta.url));

/** The environment of a user's shell. Tools would react to that of the tests. */
const environment = Object.fromEntries(
  Object.entries(env).filter(([name]) => !/^(?:NODE_ENV|VITEST|TEST|DEV|PROD|SSR|MODE|BASE_URL)/.test(name)),
);

function npmStart(name: string, args: readonly string[]) {
  // Started as a group, so that it can be ended as one: npm starts a shell, and that starts the server.
  return spawn('npm', ['start', '--', ...args], {
    cwd: `${examplesFolder}${name}`,
    env: { ...environment, NO_COLOR: '1' },
    detached: true,
    shell: platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(example: ChildProcess): Promise<void> {
  const { pid = 0 } = example;
  const exit = once(example, 'exit');
  if (platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  else kill(-pid, 'SIGTERM');
  await exit;
}

/** Starts one that serves pages; resolves when it does. */
export async function serveExample(
  name: string,
): Promise<{ readonly origin: string; readonly end: () => Promise<void> }> {
  const port = await freePort();
  const example = npmStart(name, ['--port', String(port)]);
  const errors = text(example.stderr);
  const serves = Promise.withResolvers<void>();
  let output = '';
  example.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (output.includes(`:${port}`)) serves.resolve();
  });
  example.once('exit', async () => serves.reject(new Error(`${name} ended: ${output}${await errors}`)));
  await serves.promise;
  return { origin: `http://localhost:${port}`, end: () => end(example) };
}

/** Runs an example that ends by itself. Returns its output. */
export async function runExample(name: string): Promise<string> {
  const example = npmStart(name, []);
  const [output, errors, [code]] = await Promise.all([
    text(example.stdout),
    text(example.stderr),
    once(example, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}${errors}`);
  return output;
}
