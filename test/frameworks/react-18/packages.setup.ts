import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../../../scripts/packages.js';

/** Installs React 18 where it is missing. */
export default async function setup(): Promise<void> {
  await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
}
