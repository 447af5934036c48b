import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../../scripts/packages.js';

/** Installs the frameworks where they are missing. */
export default async function setup(): Promise<void> {
  await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
}
