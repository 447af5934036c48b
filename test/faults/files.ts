// The files of the chaos server: a page with the library and a stage, and the workers.

import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

const dist = new URL('../../dist/', import.meta.url);

const page = `<!doctype html><link rel="icon" href="data:,"><script type="module">
  import * as main from '/coflight/index.js';
  import * as register from '/coflight/register.js';
  import { Stage } from '/stage.ts';
  Object.assign(globalThis, { Stage, coflight: { ...main, ...register }, problems: [] });
  addEventListener('unhandledrejection', ({ reason }) => problems.push('unhandled: ' + reason));
  addEventListener('error', ({ message }) => problems.push('error: ' + message));
</script>`;

/** A worker that shares nothing: what a stop of any worker does to its pages. */
const passOn = `addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));`;

/** Our worker, which is busy for a while with some requests before it answers them. */
const spin = `addEventListener('fetch', ({ request }) => {
    for (const end = Date.now() + 100; request.url.endsWith('?spin') && Date.now() < end; );
  });
  importScripts('/coflight-sw.js');`;

export interface File {
  readonly type: string;
  readonly text: string;
}

export async function fileAt(path: string): Promise<File | undefined> {
  const type = 'text/javascript';
  if (path === '/page') return { type: 'text/html', text: page };
  if (path === '/pass-on.js') return { type, text: passOn };
  if (path.startsWith('/spin-sw.js')) return { type, text: spin };
  if (path === '/elsewhere') return { type: 'text/html', text: '<!doctype html>' };
  if (/^\/(stage|programs)\.ts$/.test(path)) {
    const source = await readFile(new URL(`.${path}`, import.meta.url), 'utf8');
    return { type, text: stripTypeScriptTypes(source) };
  }
  const script = path.match(/^\/(?:coflight\/)?([\w./-]+\.js)$/)?.[1];
  const text = script && (await readFile(new URL(script, dist), 'utf8').catch(() => undefined));
  return text ? { type, text } : undefined;
}
