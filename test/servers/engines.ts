// nginx and Varnish, with the configuration that docs/servers.md shows: only addresses and folders are replaced.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { emptyFolder, type Folder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';

/** A server in front of the origin. */
export interface Engine {
  readonly origin: string;
  close(): Promise<void>;
}

/** Replaces something in a configuration that must be there. */
type Change = readonly [from: string, to: string];

const page = readFileSync(new URL('../../docs/servers.md', import.meta.url), 'utf8');

function configuration(language: string, changes: readonly Change[]): string {
  const text = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/servers.md no longer has \`${from}\`.`);
    return text.replaceAll(from, to);
  }, text);
}

/** Resolves once somebody listens there. Rejects when the program has ended. */
async function listening(port: number, program: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (program.exitCode !== null) throw new Error(said());
    const socket = connect(port, '127.0.0.1');
    const is = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (is) return;
    await setTimeout(20);
  }
}

async function start(
  folder: Folder,
  command: string,
  args: readonly string[],
  port: number,
): Promise<Engine> {
  const program = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (said += text));
  await once(program, 'spawn');
  await listening(port, program, () => said);
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const ended = once(program, 'exit');
      program.kill();
      await ended;
      folder.remove();
    },
  };
}

/** Started by root, both would give up root's rights, and could not read the test's folder. */
const isRoot = process.getuid?.() === 0;

const portOf = (origin: string) => new URL(origin).port;

/** Starts nginx; `changes` are made to its configuration. */
export async function nginx(origin: string, changes: readonly Change[] = []): Promise<Engine> {
  const folder = emptyFolder();
  const port = await freePort();
  const server = configuration('nginx', [
    ['/var/cache/nginx/tiles', folder.at('tiles')],
    ['location /tiles/', 'location /'],
    ['listen 8080', `listen 127.0.0.1:${port}`],
    ['127.0.0.1:3000', `127.0.0.1:${portOf(origin)}`],
    ...changes,
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder.at(name)};`)
    .join('\n');
  const file = folder.write(
    'nginx.conf',
    `${isRoot ? 'user root; ' : ''}daemon off; pid ${folder.at('pid')}; error_log ${folder.at('error.log')}; worker_processes 1;
    events { worker_connections 4096; }
    http { access_log off; ${temporary}\n${server} }`,
  );
  return start(folder, 'nginx', ['-p', folder.path, '-c', file], port);
}

/** Starts Varnish; `changes` are made to its configuration. */
export async function varnish(origin: string, changes: readonly Change[] = []): Promise<Engine> {
  const folder = emptyFolder();
  const port = await freePort();
  const file = folder.write(
    'default.vcl',
    configuration('vcl', [['.port = "3000"', `.port = "${portOf(origin)}"`], ...changes]),
  );
  const args = ['-F', '-a', `127.0.0.1:${port}`, '-n', folder.at('work'), '-f', file, '-s', 'malloc,64m'];
  return start(folder, 'varnishd', [...(isRoot ? ['-j', 'none'] : []), ...args], port);
}
