import { execFileSync } from 'node:child_process';
import { env, execPath, platform } from 'node:process';

/** Runs npm and returns its output. Throws with the output when npm fails. */
export function npm(args: readonly string[], cwd: string): string {
  const script = env.npm_execpath ?? '';
  const direct = /npm-cli\.c?js$/.test(script);
  return execFileSync(direct ? execPath : 'npm', direct ? [script, ...args] : args, {
    cwd,
    encoding: 'utf8',
    shell: !direct && platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
