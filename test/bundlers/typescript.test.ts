// The declarations of the packed library, for old and new compilers, strictly and with all of their checks.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { link, type Project, project } from './project.ts';

let user: Project;
beforeAll(() => {
  user = project();
  for (const name of ['react', '@types/react', '@types/node', 'undici-types', 'csstype']) link(user, name);
});
afterAll(() => user.remove());

const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'object' ? [`coflight${entry.slice(1)}`] : [],
);

const ofPages = /preload|register|leaflet|openlayers|maplibre|react|inspector/;

const inPage = {
  types: [],
  entries: entries.filter((entry) => entry !== 'coflight/service-worker'),
  // The parts of a page are given to each other.
  uses: `
    import { createFetch } from 'coflight';
    import { inspect } from 'coflight/inspector';
    import { createPreloader } from 'coflight/preload';
    import { register } from 'coflight/register';
    const fetch = createFetch();
    const images = createPreloader({ busy: fetch });
    register('/coflight-sw.js', { listenTo: [fetch, images] }).then(({ worker }) => inspect(fetch, images, worker));`,
};

/** By what a program has: the entries that it can use. */
const programs = {
  'the types of a page': { ...inPage, lib: ['dom', 'dom.iterable', 'dom.asynciterable'] },
  // Before TypeScript 6, `Headers` cannot be iterated then.
  'the types of a page without `dom.iterable`': { ...inPage, lib: ['dom'] },
  // As those of Bun have.
  'the types of a page whose `fetch` has members': {
    lib: ['dom'],
    types: [],
    entries: inPage.entries,
    uses: `
      declare global { namespace fetch { function preconnect(url: string): void } }
      import { createFetch } from 'coflight';
      import { tileLoader } from 'coflight/openlayers';
      import { asBlob } from 'coflight/preload';
      const wrapped = createFetch({ fetch: async () => new Response() });
      createFetch({ fetch: wrapped });
      createFetch({ fetch });
      asBlob({ fetch: wrapped });
      tileLoader('/{z}/{x}/{y}.png', { fetch: wrapped });
      globalThis.fetch = Object.assign(createFetch(), { preconnect: fetch.preconnect });`,
  },
  'the types of a worker': {
    lib: ['webworker', 'webworker.iterable', 'webworker.asynciterable'],
    types: [],
    entries: entries.filter((entry) => !ofPages.test(entry)),
    uses: '',
  },
  // As those of Cloudflare Workers: `typeof globalThis` has no classes, and options of listeners have another name.
  'the types of a platform whose globals are classes': {
    lib: [],
    types: [],
    entries: ['coflight', 'coflight/flights'],
    uses: `
      declare global {
        class Event {}
        class CustomEvent<Detail> extends Event { get detail(): Detail }
        class EventTarget {
          addEventListener(type: string, listener: (event: Event) => void, options?: { once?: boolean } | boolean): void;
          removeEventListener(type: string, listener: (event: Event) => void, options?: { capture?: boolean }): void;
        }
        class AbortSignal extends EventTarget { get aborted(): boolean; get reason(): any; throwIfAborted(): void }
        class URL { get href(): string }
        class Request { get url(): string }
        class Response { text(): Promise<string> }
        interface RequestInit { signal?: AbortSignal | null; method?: string }
        function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
      }
      import { coalesce, createFetch } from 'coflight';
      const wrapped: typeof fetch = createFetch({ fetch });
      const read = coalesce((url: string, { signal }) => wrapped(url, { signal }).then((answer) => answer.text()));
      read('/').then((text: string) => text);
      createFetch().addEventListener('settle', ({ detail }) => detail.bytes, { once: true });`,
  },
  'no platform': { lib: [], types: [], entries: ['coflight/flights'], uses: '' },
};

/** Before 5.4 TypeScript does not know `asynciterable`. */
const early = Object.fromEntries(
  Object.entries(programs).map(([name, { lib, ...has }]) => [
    name,
    { ...has, lib: lib.filter((name) => !name.endsWith('.asynciterable')) },
  ]),
);

const ofNode = { lib: [], types: ['node'], entries: ['coflight', 'coflight/flights'], uses: '' };

const resolutions = [
  ['bundler', 'esnext'],
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
] as const;

describe.each([
  // Today's types of Node need a newer compiler.
  ['TypeScript 5.0', 'typescript-5.0/bin/tsc', early],
  ['the newest TypeScript', 'typescript/bin/tsc', { ...programs, 'the types of Node': ofNode }],
])('%s', (_, compiler, programs) => {
  const tsc = new URL(`node_modules/${compiler}`, import.meta.url).pathname;

  describe.each(resolutions)('with `moduleResolution: %s`', (moduleResolution, module) => {
    test('writes the declarations of a program that exports what it has made, without annotations', () => {
      user.write(
        'main.ts',
        `import { createFetch, Flights } from 'coflight';
        import { asBlob, createPreloader } from 'coflight/preload';
        import { useImage } from 'coflight/react';
        export const fetch = createFetch();
        export const flights = new Flights<string, number>();
        export const { flight } = flights.join('a', async () => 1);
        export const images = createPreloader();
        export const group = images.preload({ src: '1.jpg', as: asBlob() });
        export const { load, request } = asBlob();
        export const useFirst = () => useImage('1.jpg');`,
      );
      user.write('tsconfig.json', {
        compilerOptions: {
          ...{ module, moduleResolution, types: [], lib: ['es2022', 'dom'], target: 'es2022', strict: true },
          ...{
            declaration: true,
            emitDeclarationOnly: true,
            outDir: 'declared',
            rootDir: '.',
            skipLibCheck: true,
          },
        },
        files: ['main.ts'],
      });
      expect(user.run('node', [tsc, '-p', '.'])).toBe('');
    });

    test.each(Object.entries(programs))('compiles every entry for a program with %s (#15)', (_, has) => {
      const { lib, types, entries, uses } = has;
      const all = entries.map((entry, at) => `export * as entry${at} from '${entry}';`);
      user.write('main.ts', [...all, uses].join('\n'));
      user.write('tsconfig.json', {
        compilerOptions: {
          ...{ module, moduleResolution, types, lib: ['es2022', ...lib], target: 'es2022' },
          ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
        },
        files: ['main.ts'],
      });
      expect(user.run('node', [tsc, '-p', '.'])).toBe('');
    });
  });
});
