import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser-install.js';
import { ensureOwnNode } from './own-node.js';
import { ensurePackages } from './packages.js';

/** Installs what is missing. Rejects with one line that says what cannot be installed. */
export async function prepare({
  browser = false,
  folder = fileURLToPath(new URL('..', import.meta.url)),
} = {}) {
  if (await ensurePackages(folder)) await ensureOwnNode(folder);
  if (browser) await ensureBrowser(folder);
}
