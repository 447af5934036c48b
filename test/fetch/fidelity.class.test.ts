// Law 8: class, names and enumerable members of a response are those of a native one.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inBrowser, outside, same } from '../support/native.ts';
import { Network } from '../support/network.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

const url = 'http://coflight.test/';

/** All names in a `for … in` loop. */
function looped(response: Response): string[] {
  const names: string[] = [];
  for (const name in response) names.push(name);
  return names.sort();
}

/** Returns what a program sees of a member, wherever it is defined. */
function member(response: Response, name: string) {
  let at: object | null = response;
  while (at && !Object.hasOwn(at, name)) at = Object.getPrototypeOf(at);
  const { get, set, value, enumerable, configurable, writable } =
    Object.getOwnPropertyDescriptor(at ?? {}, name) ?? {};
  const how = (it: unknown) =>
    typeof it === 'function' ? `${it.name}(${it.length})${'prototype' in it}` : typeof it;
  return { get: how(get), set: how(set), value: how(value), enumerable, configurable, writable };
}

const names = [
  ...['type', 'url', 'redirected', 'status', 'ok', 'statusText', 'headers', 'body', 'bodyUsed', 'clone'],
  ...['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text', 'textStream'],
].filter((name) => name in Response.prototype);

describe('the class of a response', () => {
  test('is called Response, and is the one that the page knows (#12)', async () => {
    await same({}, {}, (response) => [response.constructor.name, response.constructor === Response]);
  });

  test('has the native name in messages and in output (#12)', async () => {
    await same({}, {}, (response) => [String(response), Object.prototype.toString.call(response)]);
  });

  test('has the enumerable members of a native one (#12)', async () => {
    const seen = await same({}, {}, looped);
    if (inBrowser) expect(seen).toContain('url');
  });

  test.each(names)('has %s as a native one has it (#12)', async (name) => {
    await same({}, {}, (response) => member(response, name));
  });

  test('has no visible members beside the native ones', async () => {
    await same({}, {}, (response) => [
      Object.keys(response),
      JSON.stringify(response),
      Object.entries(response),
    ]);
  });

  test('is that of its clone as well (#12)', async () => {
    await same({}, {}, (response) => {
      const clone = response.clone();
      return [clone.constructor.name, clone.constructor === Response, looped(clone)];
    });
  });

  test.each(names)('refuses a foreign `this` for %s as a native one does', async (name) => {
    await same({}, {}, async (response) => {
      const { get, value } = Object.getOwnPropertyDescriptor(prototypeWith(response, name), name) ?? {};
      try {
        await (get ?? value).call({});
        return 'none';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
});

function prototypeWith(response: Response, name: string): object {
  let at: object = response;
  while (!Object.hasOwn(at, name)) at = Object.getPrototypeOf(at);
  return at;
}

describe('a clone', () => {
  const reason = { why: 'no longer wanted' };

  /** Returns the visible state of a response mid-body, and of its clone after an abort. */
  async function aborted(fetch: typeof globalThis.fetch) {
    const server = resource({ body: 'firstsecond', chunk: 5, gate: 'end', status: 203 });
    onTestFinished(() => server.open('end'));
    const controller = new AbortController();
    const response = await fetch(server.url, { signal: controller.signal });
    controller.abort(reason);
    const clone = response.clone();
    // Node 20 and 22 reject with another error, not with the reason.
    const text = await clone.text().catch(() => 'rejected');
    // Engines differ in whether a body that was aborted counts as used.
    const { bodyUsed, locked, ...seen } = outside(clone);
    return { ...seen, url: clone.url === server.url, text };
  }

  test('A clone of an aborted response keeps its url, type and redirected (#12)', async () => {
    const native = await aborted(globalThis.fetch);
    expect(native).toMatchObject({ url: true, text: 'rejected' });
    expect(await aborted(createFetch())).toEqual(native);
  });

  test('A clone of an aborted response rejects with the reason, whole and as a stream', async () => {
    const server = resource({ body: 'firstsecond', chunk: 5, gate: 'end' });
    onTestFinished(() => server.open('end'));
    const controller = new AbortController();
    const response = await createFetch()(server.url, { signal: controller.signal });
    controller.abort(reason);
    await expect(response.clone().text()).rejects.toBe(reason);
    await expect(readerOf(response.clone()).read()).rejects.toBe(reason);
  });

  test('A clone of a response whose caller aborts after the network has failed rejects as the network did', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const controller = new AbortController();
    const calls = [fetch(url), fetch(url, { signal: controller.signal })];
    network.sent[0]?.answer();
    const [reads, aborts] = (await Promise.all(calls)) as [Response, Response];
    const text = reads.text();
    const error = new Error('The connection broke.');
    network.sent[0]?.fail(error);
    await expect(text).rejects.toBe(error);
    controller.abort(reason);
    await expect(aborts.clone().text()).rejects.toBe(error);
    await expect(readerOf(aborts.clone()).read()).rejects.toBe(error);
  });

  test.each([
    ['an empty body', { body: '' }],
    ['an empty body of known length', { body: '', length: 1 }],
    ['a short body', { body: 'text' }],
  ])(
    'A clone of a response with %s that is all here keeps its url, type and redirected (#12)',
    async (_, query) => {
      await same(query, {}, async (response) => {
        await turns();
        const clone = response.clone();
        return [outside(clone), await clone.text(), await response.text()];
      });
    },
  );

  test('A clone of a response whose network failed in mid-body keeps its url and type (#12)', async () => {
    await same({ body: 'firstsecond', chunk: 5, gate: 'end', reset: 'body' }, {}, async (response, open) => {
      const reader = readerOf(response);
      await open('end');
      await (async () => {
        while ((await piece(reader)) !== undefined);
      })().catch(() => {});
      reader.releaseLock();
      try {
        return outside(response.clone()).url;
      } catch (error) {
        return (error as Error).name;
      }
    });
  });

  test('A clone of a clone keeps them too', async () => {
    await same({ body: 'text' }, {}, async (response) => {
      const clone = response.clone().clone();
      return [outside(clone), await clone.text(), await response.text()];
    });
  });
});
