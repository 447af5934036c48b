// `npm run check`: the steps of `npm test`. Those that do not need each other run side by side, so that no core waits.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs a command, and prints its output when it has ended. Resolves with whether it has succeeded. */
async function isWell(command: string): Promise<boolean> {
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  process.stdout.write(output);
  if (code !== 0) console.error(`\`${command}\` has failed.`);
  return code === 0;
}

/** The steps, each a group of commands that run side by side. The commands after a failed one do not run. */
const steps = [
  ['biome check --error-on-warnings .', 'npm run --silent build'],
  [
    'tsc -b test',
    'tsc -b demo bench',
    'npm run --silent demo:build && publint build/package && attw --pack build/package',
  ],
];

async function check(): Promise<number> {
  for (const commands of steps) if (!(await Promise.all(commands.map(isWell))).every(Boolean)) return 1;
  const [code] = await once(spawn('vitest run', { shell: true, stdio: 'inherit' }), 'close');
  return code ?? 1;
}

process.exitCode = await check();
