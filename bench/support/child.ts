// Runs a measurement in a separate process: for memory, or with a limited number of open files.

import { spawn } from 'node:child_process';
import { execPath, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a module of this folder with arguments. Resolves with the JSON that it prints. `openFiles` limits how many files
 * it may have open (not on Windows, which has no such limit).
 */
export async function inChild<Result>(
  module: string,
  args: readonly (string | number)[],
  { openFiles }: { openFiles?: number | undefined } = {},
): Promise<Result> {
  const command = [execPath, fileURLToPath(new URL(`../${module}`, import.meta.url)), ...args.map(String)];
  const limited = openFiles !== undefined && platform !== 'win32';
  const [file = '', ...rest] = limited
    ? ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command]
    : command;
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  if (code !== 0) throw new Error(`${module} ${args.join(' ')} ended with ${code}.`);
  return JSON.parse(text);
}
