import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser-install.js';
import { ensurePackages } from './packages.js';

/** Brings what is missing; rejects with one line on what cannot be had. */
export async function prepare({
  browser = false,
  folder = fileURLToPath(new URL('..', import.meta.url)),
} = {}) {
  await ensurePackages(folder);
  if (browser) await ensureBrowser(folder);
}
