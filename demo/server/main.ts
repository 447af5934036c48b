// Starts the demo on the loopback interface: the front, and three panels on origins of their own.

import { existsSync } from 'node:fs';
import { argv, exit, stderr, stdout } from 'node:process';
import { help, type Options, optionsOf, Unusable } from './options.ts';
import { regions } from './regions.ts';

/** The gallery, smallest first. */
const thumbs = regions.map(({ name }) => ({ kind: 'thumb', name }) as const);
const pictures = regions.map(({ name }) => ({ kind: 'picture', name }) as const);

/** Bytes of finished drawings that are kept. */
const room = 64 * 1024 * 1024;

async function start(options: Options): Promise<void> {
  for (const built of ['../../dist/index.js', '../../build/site/index.html'])
    if (!existsSync(new URL(built, import.meta.url)))
      throw new Unusable('The demo is not built: `npm run demo` builds it, or `npm run demo:build`.');
  const [{ App }, { PainterThread }, { Studio }, { certificateOf, listen }] = await Promise.all([
    import('./app.ts'),
    import('./painter.ts'),
    import('./studio.ts'),
    import('./listen.ts'),
  ]);
  const { answer, plain, secure } = await listen(options.port, await certificateOf(options));
  const studio = new Studio(new PainterThread(), room);
  const app = new App(studio, { plain, secure, ownCertificate: !options.cert, gallery: regions });
  app.painted = studio.paintAhead([...thumbs, ...pictures]);
  answer((role) => app.handlerOf(role));
  // Nothing has to be put away: whatever is under way ends with the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => exit(0));
  stdout.write(`The demo is at ${plain.front}/ (Ctrl-C ends it)\n`);
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
