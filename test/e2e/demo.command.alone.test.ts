// `npm run demo`, as a visitor types it.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Npm = ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };

const npmRunDemo = (...args: string[]): Npm =>
  spawn('npm', ['run', '--silent', 'demo', '--', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as Npm;

async function outcomeOf(...args: string[]) {
  const npm = npmRunDemo(...args);
  const [out, err, [code]] = await Promise.all([text(npm.stdout), text(npm.stderr), once(npm, 'exit')]);
  return { out, err: err.replace(/^npm warn .*\n/gm, ''), code };
}

/** Resolves with its address, once it can be visited. */
async function start(...args: string[]) {
  const npm = npmRunDemo(...args);
  onTestFinished(() => void npm.kill());
  const address = Promise.withResolvers<string>();
  npm.stdout.on('data', (chunk: Buffer) => {
    const [, origin] = /(http:\S+)\//.exec(String(chunk)) ?? [];
    if (origin) address.resolve(origin);
  });
  npm.once('exit', () => address.reject(new Error('The demo has ended.')));
  return { npm, origin: await address.promise };
}

const isThere = (origin: string) =>
  fetch(origin).then(
    ({ ok }) => ok,
    () => false,
  );

describe('npm run demo', { timeout: 180_000 }, () => {
  test('ends when npm ends, also when a shell runs between them', async () => {
    const { npm, origin } = await start();
    expect(await isThere(origin)).toBe(true);
    // A connection ends with the process that serves it.
    const connection = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(connection, 'connect');
    npm.kill('SIGTERM');
    await once(connection, 'close');
    expect(await isThere(origin)).toBe(false);
  });

  test('prints its help, or refuses a wrong option or a port that is taken, before it builds anything', async () => {
    expect((await outcomeOf('--help')).out).toMatch(/^Serves the demo map app/);
    expect(await outcomeOf('--port', 'x')).toEqual({
      out: '',
      err: 'Expected `--port` to be a whole number from 0 to 65528, got `x`.\n',
      code: 1,
    });
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    const { out, err, code } = await outcomeOf('--port', String(port));
    taken.close();
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toMatch(new RegExp(`^Port ${port} is taken, .*\\n$`));
  });

  test('uses other ports when it is started twice, and the first one still serves', async () => {
    const [first, second] = [await start(), await start()];
    expect(second.origin).not.toBe(first.origin);
    const page = await (await fetch(first.origin)).text();
    const [, script = ''] = /src="\.?\/?(assets\/[^"]+)"/.exec(page) ?? [];
    expect(await isThere(`${first.origin}/${script}`)).toBe(true);
  });

  test('still serves while another build removes the files', async () => {
    const { origin } = await start();
    const [site, aside] = [`${root}build/site`, `${root}build/site.aside`];
    renameSync(site, aside);
    onTestFinished(() => renameSync(aside, site));
    const page = await (await fetch(`${origin}/gallery.html`)).text();
    const files = page.match(/assets\/[^"]+/g) ?? [];
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect(await isThere(`${origin}/${file}`)).toBe(true);
  });
});
