import { env, execPath, platform } from 'node:process';
import { run } from './run.js';

/** Calls npm. If npm runs this process, its script is called, which needs no shell. */
export function npm(args, options) {
  const script = env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(script))
    return run(env.npm_node_execpath ?? execPath, [script, ...args], options);
  return run('npm', args, { shell: platform === 'win32', ...options });
}
