import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../../scripts/packages.js';
import { writePage } from './table.ts';

/** Installs the client libraries, frameworks and tools where they are missing. In the end, what was found is written. */
export default async function setup(): Promise<() => void> {
  await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
  return writePage;
}
