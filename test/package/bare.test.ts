// A realm with nothing of the platform but the language and a few of its objects: the jsdom of Jest is one.

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'object' ? [[`coflight${entry.slice(1)}`, target.default] as const] : [],
);

describe('without fetch, Response, streams and TextDecoder', () => {
  test.each(entries)('%s can be imported, and its factories called (#15)', (_, file) => {
    const program = `
      for (const name of ['fetch', 'Request', 'Response', 'Headers', 'ReadableStream', 'TextDecoder', 'TextEncoder', 'Blob'])
        Reflect.deleteProperty(globalThis, name);
      const module = await import(${JSON.stringify(new URL(`../../${file}`, import.meta.url).href)});
      const fetch = module.createFetch?.();
      const outcome = await fetch?.('https://site.test/').catch((error) => error);
      if (fetch && !(outcome instanceof TypeError)) throw outcome;
      module.createPreloader?.().destroy();
      console.log('imported');`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect(output).toBe('imported\n');
  });
});
