// Starts the demo: one address for the page, one more for its monitor, both on the loopback interface.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argv, exit, stderr, stdout } from 'node:process';
import { help, optionsOf, Unusable } from './options.ts';
import { regions } from './regions.ts';

const host = '127.0.0.1';

/** The gallery, smallest first. */
const thumbs = regions.map(({ name }) => ({ kind: 'thumb', name }) as const);
const pictures = regions.map(({ name }) => ({ kind: 'picture', name }) as const);

/** Bytes of finished drawings that are kept. */
const room = 64 * 1024 * 1024;

async function listen(port: number, handle: RequestListener): Promise<Server> {
  const server = createServer(handle).listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${error.code})`;
    throw new Unusable(`Port ${port} ${why}: choose another with --port, or leave it out for a free one.`);
  });
  return server;
}

const addressOf = (server: Server) => `http://${host}:${(server.address() as AddressInfo).port}`;

async function start({ port }: { port: number }): Promise<void> {
  if (!existsSync(new URL('../../dist/index.js', import.meta.url)))
    throw new Unusable('The library is not built: `npm run demo` builds it, or `npm run build`.');
  const [{ App }, { PainterThread }, { Studio }] = await Promise.all([
    import('./app.ts'),
    import('./painter.ts'),
    import('./studio.ts'),
  ]);
  const studio = new Studio(new PainterThread(), room);
  const app = new App(studio);
  const page = await listen(port, app.handle);
  app.monitor = addressOf(await listen(0, app.handle));
  // Nothing has to be put away: whatever is under way ends with the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => exit(0));
  stdout.write(`The demo is at ${addressOf(page)}/ (Ctrl-C ends it)\n`);
  await studio.paintAhead([...thumbs, ...pictures]);
}

try {
  const options = optionsOf(argv.slice(2));
  if (options.help) stdout.write(`${help}\n`);
  else await start(options);
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  stderr.write(`${error.message}\n`);
  exit(1);
}
