// A hundred clients, each with four maps behind a wrapped fetch of its own, in front of a real server engine.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { resource } from '../support/resource.ts';
import { type Engine, nginx, varnish } from './engines.ts';

const clients = 100;
const maps = 4;
const tiles = 9;

/** Resolves once so many requests have been sent by this process. */
function sent(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const hear = () => --left || resolve();
  subscribe('undici:client:sendHeaders', hear);
  return promise.finally(() => unsubscribe('undici:client:sendHeaders', hear));
}

/** Counts what a view of nine tiles costs, for four maps of each client. */
async function view(engine: Engine, query: Record<string, string> = {}, init: RequestInit = {}) {
  onTestFinished(engine.close);
  const sources = Array.from({ length: tiles }, () =>
    resource({ cache: 'max-age=0, s-maxage=10', gate: 'headers', size: 1000, length: 1, ...query }),
  );
  const urls = sources.map(({ url }) => url.replace(inject('origin'), engine.origin));
  const wrapped = Array.from({ length: clients }, () => createFetch());
  const all = sent(clients * tiles);
  const calls = wrapped.flatMap((fetch) =>
    Array.from({ length: maps }, () =>
      urls.map(async (url) => (await (await fetch(url, init)).arrayBuffer()).byteLength),
    ).flat(),
  );
  await all;
  for (const { open } of sources) await open('headers');
  const bytes = await Promise.all(calls);
  const launched = wrapped.reduce((sum, { stats }) => sum + stats().launched, 0);
  const hits = await Promise.all(sources.map(({ hits }) => hits()));
  return { calls: bytes.filter((count) => count === 1000).length, launched, hits };
}

const each = (count: number) => Array.from({ length: tiles }, () => count);

describe.each([
  ['nginx', nginx, 'old'],
  ['Varnish', varnish, 'new'],
] as const)('%s, as docs/servers.md configures it', (_, start, meanwhile) => {
  test('asks the origin once for each tile that a hundred clients with four maps want (#15)', async () => {
    const { calls, launched, hits } = await view(await start(inject('origin')));
    expect({ calls, launched }).toEqual({ calls: clients * maps * tiles, launched: clients * tiles });
    expect(hits).toEqual(each(1));
  });

  test('hands no answer from one user to another: what has a cookie goes to the origin one by one', async () => {
    const { hits } = await view(await start(inject('origin')), {}, { headers: { cookie: 'user=1' } });
    expect(hits).toEqual(each(clients));
  });

  test(`gives the first request after \`s-maxage\` a new answer, and the others meanwhile the ${meanwhile} one`, async () => {
    const engine = await start(inject('origin'));
    onTestFinished(engine.close);
    const source = resource({ cache: 'max-age=0, s-maxage=1', gate: 'headers', echo: 'x-call' });
    const url = source.url.replace(inject('origin'), engine.origin);
    /** Returns which call the answer was made for. */
    const get = async (call: string) => (await fetch(url, { headers: { 'x-call': call } })).text();
    await source.open('headers1');
    expect(await get('0')).toBe('GET 0');
    const isAsked = source.seen({ requests: 2 }).then(() => true);
    let call = 0;
    let first: Promise<string>;
    do first = get(`${++call}`);
    while (!(await Promise.race([isAsked, first.then(() => false)])));
    const all = sent(clients);
    const others = Promise.all(Array.from({ length: clients }, () => get('other')));
    // A request that the server reads only after the new answer would get that one.
    await (meanwhile === 'old' ? others : all);
    await source.open('headers2');
    expect(await first).toBe(`GET ${call}`);
    expect(await others).toEqual(Array(clients).fill(meanwhile === 'old' ? 'GET 0' : await first));
    expect(await source.hits()).toBe(2);
  });

  test('gives no client a body that broke off as a whole one, and does not store it', async () => {
    const engine = await start(inject('origin'));
    onTestFinished(engine.close);
    const source = resource({ cache: 'max-age=0, s-maxage=10', size: 1000, chunk: 500, reset: 'body' });
    const url = source.url.replace(inject('origin'), engine.origin);
    // Varnish may see the end before it has answered.
    const get = async () => {
      const response = await fetch(url);
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status}`);
      return text;
    };
    for (let time = 0; time < 2; time++) await expect(get()).rejects.toThrow(/terminated|503/);
    expect(await source.hits()).toBe(2);
  });
});

test('nginx without its lock asks the origin for each client', async () => {
  const engine = await nginx(inject('origin'), [['proxy_cache_lock on', 'proxy_cache_lock off']]);
  const { hits } = await view(engine);
  expect(hits).toEqual(each(clients));
});
