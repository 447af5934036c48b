// Where there is no DOM, such as on a server that renders pages: every entry can be imported, its factories called.

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const fileOf = (entry: string) => {
  const target = Object.entries(manifest.exports).find(([name]) => name === entry)?.[1];
  const path = typeof target === 'object' ? target.default : target;
  return new URL(`../../${path}`, import.meta.url).href;
};

/** Returns the JSON that a module prints in a plain Node. */
const run = (text: string) =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' }) || 'null',
  );

const entries = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([entry]) => entry);

describe('without a DOM', () => {
  test.each(entries)('coflight/%s can be imported', (entry) => {
    const names = run(`
      import * as entry from '${fileOf(entry)}';
      console.log(JSON.stringify(Object.keys(entry)));`);
    expect(names).not.toEqual([]);
  });

  test('`register` resolves with a typed failure', () => {
    const result = run(`
      import { register } from '${fileOf('./register')}';
      console.log(JSON.stringify(await register('/coflight-sw.js', { match: '/tiles/*' })));`);
    expect(result).toEqual({ status: 'failed', reason: 'unsupported', message: expect.any(String) });
  });

  test.each([
    ['coalesceTiles', './leaflet', `coalesceTiles({ getTileUrl() {}, fire() {}, options: {} }, { fetch })`],
    [
      'coalesceRequests',
      './maplibre',
      `coalesceRequests({ addProtocol() {}, AJAXError: Error }, { fetch })('/tiles/1.png')`,
    ],
    ['tileLoadFunction', './openlayers', `tileLoadFunction({ fetch })`],
    ['tileLoader', './openlayers', `tileLoader('/{z}/{x}/{y}.png', { fetch })`],
    ['createHandler', './service-worker', `createHandler({ fetch })`],
    ['coalesceGlobalFetch', './service-worker', `coalesceGlobalFetch()`],
    ['coalesceFetchEvents', './service-worker', `(coalesceFetchEvents({ match: '/tiles/*' }), {})`],
    ['featureLoader', './openlayers', `featureLoader('/a.json', { readFeatures() {} }, { fetch })`],
  ])('`%s` can be called', (name, entry, call) => {
    const type = run(`
      import { ${name} } from '${fileOf(entry)}';
      console.log(JSON.stringify(typeof ${call}));`);
    expect(type).toMatch(/^(?:object|function)$/);
  });

  test('`coalesceGlobalFetch` leaves the `fetch` of a server as it is, and a handler sends its requests', () => {
    const result = run(`
      import { coalesceGlobalFetch, createHandler } from '${fileOf('./service-worker')}';
      const { fetch } = globalThis;
      const restore = coalesceGlobalFetch();
      const same = globalThis.fetch === fetch;
      restore();
      globalThis.fetch = async () => new Response('there');
      const answer = await createHandler()(new Request('http://map.example/'));
      console.log(JSON.stringify([same, await answer.text()]));
      process.exit();`);
    expect(result).toEqual([true, 'there']);
  });
});
