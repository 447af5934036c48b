// Runs tests that need no page (`.any.js`) in Node.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { PageResult } from './compare.ts';
import { mostMilliseconds, type Runner } from './runner.ts';

const script = fileURLToPath(new URL('node-test.ts', import.meta.url));

/** The server's certificate is its own. */
const itsEnv = { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };

/** A test has a process of its own. Some tests collect garbage. */
async function resultOf(address: string): Promise<PageResult | undefined> {
  const child = fork(script, [address], { env: itsEnv, execArgv: ['--expose-gc'], silent: true });
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMilliseconds);
  const exit = once(child, 'exit');
  const [result] = await Promise.race([once(child, 'message'), exit.then(() => [])]);
  child.kill('SIGKILL');
  await exit;
  clearTimeout(timer);
  return result as PageResult | undefined;
}

export const inNode = (): Runner => ({ resultOf, close: async () => {} });
