// Runs one test of the Web Platform Tests in this process, and sends the results to its parent:
//
//   node --expose-gc node-test.ts http://web-platform.test:8000/fetch/api/basic/text-utf8.any.html

import dns from 'node:dns';
import { argv } from 'node:process';
import { runInThisContext } from 'node:vm';
import { metadata } from './tests.ts';

interface Harness {
  add_completion_callback(
    callback: (
      tests: readonly { name: string; status: number; message: string | null }[],
      harness: { status: number; message: string | null },
    ) => void,
  ): void;
  done(): void;
}

const page = new URL(argv[2] as string);

// The hosts that the tests name are this machine.
const { lookup } = dns;
dns.lookup = ((host: string, options: dns.LookupOptions, callback: never) =>
  lookup(
    /(?<!nonexistent\.)web-platform\.test$/.test(host) ? '127.0.0.1' : host,
    options,
    callback,
  )) as typeof lookup;

Object.assign(globalThis, {
  self: globalThis,
  location: page,
  GLOBAL: { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false },
  // Node's `fetch` takes it for the address of the page.
  [Symbol.for('undici.globalOrigin.1')]: page,
});

const unhandled: string[] = [];
process.on('unhandledRejection', (reason) => void unhandled.push(String(reason)));

// A wrapped fetch that is put in its place must not load the tests.
const { fetch } = globalThis;
const textAt = async (path: string) => (await fetch(new URL(path, page))).text();
const load = async (path: string) => runInThisContext(await textAt(path), path);

await load('/resources/testharness.js');
const harness = globalThis as unknown as Harness;
harness.add_completion_callback((tests, { status, message }) => {
  const ownTest = {
    name: 'No rejection is unhandled',
    status: unhandled.length && 1,
    message: unhandled.join(),
  };
  process.send?.({
    harness: { status, message },
    tests: [...tests.map(({ name, status, message }) => ({ name, status, message })), ownTest],
    wrapped: 'stats' in globalThis.fetch,
  });
});
const script = page.pathname.replace(/\.html$/, '.js');
const source = await textAt(script);
for (const helper of metadata(source, 'script')) await load(helper);
runInThisContext(source, script);
harness.done();
