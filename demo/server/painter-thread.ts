// The painter's own thread: cutting the world and drawing it must not hold up the clock of the links.

import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { renderAsync } from '@resvg/resvg-js';
import type { Order } from './orders.ts';
import type { Delivery } from './painter.ts';
import { svgOf } from './scenes.ts';

const require = createRequire(import.meta.url);

const font = {
  loadSystemFonts: false,
  fontFiles: ['500Medium/Barlow_500Medium', '500Medium_Italic/Barlow_500Medium_Italic'].map((file) =>
    require.resolve(`@expo-google-fonts/barlow/${file}.ttf`),
  ),
};

async function paint(id: number, order: Order): Promise<void> {
  try {
    const image = await renderAsync(svgOf(order), { font });
    // A copy of its own, because what is transferred must not be a slice of a pool.
    const png = new Uint8Array(image.asPng());
    parentPort?.postMessage({ id, png } satisfies Delivery, [png.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) } satisfies Delivery);
  }
}

parentPort?.on('message', ({ id, order }: { id: number; order: Order }) => paint(id, order));
