import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser-install.js';
import { ensureOwnNode } from './own-node.js';
import { ensurePackages } from './packages.js';

/** Brings what is missing; rejects with one line on what cannot be had. */
export async function prepare({
  browser = false,
  folder = fileURLToPath(new URL('..', import.meta.url)),
} = {}) {
  if (await ensurePackages(folder)) await ensureOwnNode(folder);
  if (browser) await ensureBrowser(folder);
}
