// Drawings on disk, so that no later start of the demo paints them again. Their folder is named by the sources and packages
// that painted them: after a change of these, they are painted again.

import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameOf, type Order } from './orders.ts';
import type { Painter } from './studio.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Names this server's sources, and the packages that they paint with. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = [
    ...globSync('*.ts', { cwd: at('.') })
      .sort()
      .map(at),
    at('../../package-lock.json'),
  ];
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

export class KeptPainter implements Painter {
  readonly #painter: Painter;
  readonly #folder: string;

  constructor(painter: Painter, folder: string = at(`../../build/drawn/${fingerprint()}`)) {
    this.#painter = painter;
    this.#folder = folder;
  }

  paint(order: Order): { result: Promise<Buffer>; abort(): void } {
    const file = join(this.#folder, nameOf(order).replaceAll('/', '-'));
    let aborted = false;
    let abort = () => {};
    const paint = async () => {
      if (aborted) throw new Error(`${nameOf(order)} was aborted.`);
      const job = this.#painter.paint(order);
      abort = job.abort;
      const drawing = await job.result;
      await this.#keep(file, drawing);
      return drawing;
    };
    return {
      result: readFile(file).catch(paint),
      abort() {
        aborted = true;
        abort();
      },
    };
  }

  /** Where it cannot be kept, it is painted again next time. */
  async #keep(file: string, drawing: Buffer): Promise<void> {
    const draft = `${file}.${randomUUID()}`;
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(draft, drawing);
      await rename(draft, file);
    } catch {
      // No caller waits for it.
    }
  }
}
