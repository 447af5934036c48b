// Starts the demo on the loopback interface: the front, and three panels on origins of their own.

import { existsSync } from 'node:fs';
import { argv, exit, stderr, stdout } from 'node:process';
import { certificateOf, listen } from './listen.ts';
import { help, type Options, optionsOf, Unusable } from './options.ts';
import { regions } from './regions.ts';
import { tilesOf, views } from './views.ts';

/** The drawings to paint ahead, so that no panel waits for the painter in the race. The gallery's smallest come first. */
const thumbs = regions.map(({ name }) => ({ kind: 'thumb', name }) as const);
const pictures = regions.map(({ name }) => ({ kind: 'picture', name }) as const);

/** Bytes of finished drawings that are kept. */
const room = 64 * 1024 * 1024;

/** Builds what is served, where that is needed. */
type Build = () => Promise<void>;

const needBuilt: Build = async () => {
  for (const built of ['../../dist/index.js', '../../build/site/index.html'])
    if (!existsSync(new URL(built, import.meta.url)))
      throw new Unusable('The demo is not built: `npm run demo` builds it, or `npm run demo:build`.');
};

async function start(options: Options, build: Build): Promise<void> {
  // The ports first: without them there is no need to build anything.
  const { answer, plain, secure } = await listen(options.port, await certificateOf(options));
  // Nothing needs to be saved, so everything under way may end with the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => exit(0));
  await build();
  const [{ App }, { KeptPainter }, { PainterThread }, { Studio }] = await Promise.all([
    import('./app.ts'),
    import('./kept-painter.ts'),
    import('./painter.ts'),
    import('./studio.ts'),
  ]);
  const studio = new Studio(new KeptPainter(new PainterThread()), room);
  const app = new App(studio, { plain, secure, ownCertificate: !options.cert, gallery: regions });
  app.painted = studio.paintAhead([...views.flatMap((view) => tilesOf(view)), ...thumbs, ...pictures]);
  answer((role, scheme) => app.handlerOf(role, scheme));
  stdout.write(`The demo is at ${plain.front}/ (Ctrl-C ends it)\n`);
}

/** Does what the command line says. */
export async function main(args: readonly string[], build: Build = needBuilt): Promise<void> {
  try {
    const options = optionsOf(args);
    if (options.help) stdout.write(`${help}\n`);
    else await start(options, build);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    stderr.write(`${error.message}\n`);
    exit(1);
  }
}

if (import.meta.main) await main(argv.slice(2));
