// `npm run demo:static`: the demo as files for any host that serves files, under any path. A service worker plays the
// server: what the server would paint is painted here.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { build } from 'vite';
import { borders } from '../demo/server/atlas.ts';
import { KeptPainter } from '../demo/server/kept-painter.ts';
import type { Order, TileOrder } from '../demo/server/orders.ts';
import { PainterThread } from '../demo/server/painter.ts';
import { places } from '../demo/server/places.ts';
import { regions } from '../demo/server/regions.ts';
import { type Mode, type Role, roles, type Site } from '../demo/server/site.ts';
import { drawnTiles, fileOf, sea } from '../demo/static/drawn.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = at('../build/static');

/** Places that are worth a file of a few hundred kilobytes. */
const keptPlaces = 5000;

const write = (path: string, content: string | Uint8Array) => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
};

async function buildPages(): Promise<void> {
  const configFile = at('../demo/vite.config.ts');
  await build({ configFile, base: './', build: { outDir: folder } });
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: {
        entry: at('../demo/static/worker.ts'),
        formats: ['iife'],
        name: 'server',
        fileName: () => 'sw.js',
      },
    },
  });
}

/** A page in that place: who it is, and where the others are from there. */
function siteOf(role: Role, root: string): Site {
  const origins = Object.fromEntries(roles.map((one) => [one, one === 'front' ? root : `${root}/${one}`]));
  const plain = origins as Site['plain'];
  return { role, plain, secure: plain, still: true, ownCertificate: false, gallery: regions };
}

/** A page for each panel, in a folder of its own. */
function placePanels(): void {
  const panel = readFileSync(join(folder, 'panel.html'), 'utf8').replaceAll('="./', '="../');
  rmSync(join(folder, 'panel.html'));
  write('site.json', JSON.stringify(siteOf('front', '.')));
  for (const mode of ['off', 'page', 'worker'] satisfies Mode[]) {
    write(`${mode}/index.html`, panel);
    write(`${mode}/site.json`, JSON.stringify(siteOf(mode, '..')));
  }
}

async function paint(): Promise<void> {
  const painter = new KeptPainter(new PainterThread());
  const painted = (order: Order) => painter.paint(order).result;
  const drawTile = async (file: string, tile: TileOrder) => write(`drawn/${file}`, await painted(tile));
  const openSea = (style: string): TileOrder => ({ kind: 'tile', style, zoom: 6, x: 5, y: 38 });
  const drawRegion = async (name: string) => {
    write(`thumbs/${name}.png`, await painted({ kind: 'thumb', name }));
    const picture = sharp(await painted({ kind: 'picture', name })).webp({ quality: 90 });
    write(`drawn/picture/${name}.webp`, await picture.toBuffer());
  };
  await Promise.all([
    ...[...drawnTiles].map(([file, tile]) => drawTile(file, tile)),
    ...['light', 'dark', 'vector'].map((style) => drawTile(fileOf(style, `${style}/${sea}`), openSea(style))),
    ...regions.map(({ name }) => drawRegion(name)),
  ]);
}

rmSync(folder, { recursive: true, force: true });
await buildPages();
placePanels();
write('drawn/borders.json', JSON.stringify(borders()));
write('drawn/places.json', JSON.stringify(places.slice(0, keptPlaces)));
// The painter's thread does not keep the process alive.
const awake = setInterval(() => {}, 1000);
await paint();
clearInterval(awake);
cpSync(at('../LICENSE'), join(folder, 'LICENSE'));
stdout.write(
  `The static copy of the demo is in ${folder}. Any host of files can serve it, under any path.\n`,
);
