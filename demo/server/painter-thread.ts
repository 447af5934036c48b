// The painter's own thread: cutting the world and drawing it must not hold up the clock of the links.

import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { renderAsync } from '@resvg/resvg-js';
import type { Order } from './orders.ts';
import type { Delivery } from './painter.ts';
import { svgOf, vectorOf } from './scenes.ts';

const require = createRequire(import.meta.url);

const font = {
  loadSystemFonts: false,
  fontFiles: ['500Medium/Barlow_500Medium', '500Medium_Italic/Barlow_500Medium_Italic'].map((file) =>
    require.resolve(`@expo-google-fonts/barlow/${file}.ttf`),
  ),
};

async function drawingOf(order: Order): Promise<Uint8Array> {
  if (order.kind === 'tile' && order.style === 'vector') return vectorOf(order);
  return (await renderAsync(svgOf(order), { font })).asPng();
}

async function paint(id: number, order: Order): Promise<void> {
  try {
    // A copy of its own, because what is transferred must not be a slice of a pool.
    const bytes = new Uint8Array(await drawingOf(order));
    parentPort?.postMessage({ id, bytes } satisfies Delivery, [bytes.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) } satisfies Delivery);
  }
}

parentPort?.on('message', ({ id, order }: { id: number; order: Order }) => paint(id, order));
