// Each entry under the least Content-Security-Policy: nothing inline, no `unsafe-…`, Trusted Types, `default-src 'none'`.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Policed,
  policed,
  page as policedPage,
  policyOf,
  use,
  violations,
} from '../support/policies.ts';
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, type Tab } from '../support/site.ts';

interface Seen {
  readonly outcome: unknown;
  readonly violations: readonly string[];
}

/** Renders an image by the hook, and resolves with its width. */
const reactPage = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { useImage } from 'coflight/react';
  globalThis.shown = (src) => new Promise((resolve) => {
    const Shown = () => {
      const { status, props, error } = useImage(src);
      if (status === 'failed') resolve('failed: ' + error);
      return props ? createElement('img', { ...props, onLoad: ({ target }) => resolve('' + target.naturalWidth) }) : null;
    };
    createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(Shown));
  });`;

/** React is written for CommonJS. */
async function reactScript(): Promise<string> {
  const packages = ['react', 'react-dom/client', 'coflight/react'];
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The build of this package makes folders of these names.
    resolve: {
      alias: packages.map((name) => ({
        find: new RegExp(`^${name}$`),
        replacement: fileURLToPath(import.meta.resolve(name)),
      })),
    },
    plugins: [
      {
        name: 'react-page',
        resolveId: (id) => (id === 'react-page' ? '\0react-page' : null),
        load: (id) => (id === '\0react-page' ? reactPage : null),
      },
    ],
    build: { write: false, rollupOptions: { input: 'react-page', output: { format: 'es' } } },
  });
  const { output } = built as Extract<typeof built, { output: unknown }>;
  return output[0].code;
}

describe.each(engines)('In %s, with no `unsafe-…` and with Trusted Types,', (engine) => {
  let site: Site;
  let worker: string;
  /** Of the entries that leave nothing behind. */
  let tab: Tab;
  beforeAll(async () => {
    site = await openSite(engine);
    tab = await (await site.visitor()).newPage();
    worker = await readFile(new URL('../../dist/coflight-sw.js', import.meta.url), 'utf8');
    site.put('/violations.js', violations);
    site.put('/react.js', await reactScript());
  });
  afterAll(() => site?.close());

  /** Opens the page of an entry under a policy. */
  async function look(one: Policed, needs: readonly string[]): Promise<Seen> {
    const script = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
    site.put('/use.js', use(one.script), script);
    site.put('/coflight-sw.js', worker, {
      ...script,
      ...(one.worker && { 'content-security-policy': one.worker }),
    });
    site.put('/policy', policedPage, {
      'content-type': 'text/html',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(one, needs),
    });
    const [answer, image] = [{}, { image: '8x8' }].map((query) => resource(query, site.origin).url) as [
      string,
      string,
    ];
    const paths = [answer, image].map((url) => `r=${encodeURIComponent(url.slice(site.origin.length))}`);
    // A service worker goes with its visitor.
    const own = one.worker && (await site.visitor());
    const page = own ? await own.newPage() : tab;
    await page.goto(`${site.origin}/policy?${paths.join('&')}`);
    const seen = await page.evaluate(async () => {
      const scope = globalThis as unknown as { outcome: Promise<unknown>; violations: string[] };
      const outcome = await scope.outcome;
      return { outcome, violations: scope.violations };
    });
    if (own) await own.close();
    return seen;
  }

  test.each(policed)('$entry works without a violation', async (one) => {
    expect(await look(one, one.needs)).toEqual({ outcome: one.sees, violations: [] });
  });

  const needs = policed.flatMap((one) => one.needs.map((need) => ({ ...one, need })));
  test.each(needs)('$entry needs `$need`', async ({ need, ...one }) => {
    const { outcome } = await look(
      one,
      one.needs.filter((other) => other !== need),
    );
    expect(outcome).not.toEqual(one.sees);
  });
});

test('docs/policies.md has a row for each entry, with exactly what it needs', async () => {
  const text = await readFile(fileURLToPath(new URL('../../docs/policies.md', import.meta.url)), 'utf8');
  const rows = [...text.matchAll(/^\| (`.+?) \| (.*?) \| (.*?) \|$/gm)].map(([, ...cells]) => cells);
  const code = (directives: readonly string[]) =>
    directives.map((one) => `\`${one}\``).join(' ') || 'nothing';
  expect(rows).toEqual(
    policed.map(({ entry, needs, types }) => [
      entry,
      code(needs),
      types ? `\`trusted-types ${types}\`` : 'none',
    ]),
  );
});
