// Law 8: servers send statuses and reason phrases that no constructed Response may have. They are valid answers.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { inBrowser, outside, same } from '../support/native.ts';
import { piece, readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

/** Status lines that a `Response` cannot be constructed with. Node's own parser and WebKitGTK take none below 100. */
const lines = [
  ...(inBrowser && !inWebKit
    ? ['HTTP/1.1 099 Odd', 'HTTP/1.1 000 Odd', 'HTTP/1.1 77 Odd', 'HTTP/1.1 0 Odd']
    : []),
  'HTTP/1.1 600 Odd',
  'HTTP/1.1 999 Odd',
  'HTTP/1.1 200 O\x01dd',
  'HTTP/1.1 404 O\x7fdd',
  'HTTP/1.1 200 \x80\xff',
  'HTTP/1.1 200 O\tdd',
];
const named = lines.map((line) => [JSON.stringify(line), line] as const);

const reason = { why: 'no longer wanted' };

/** Two callers of one flight, of which the first chunk of the body is here and the rest is behind a gate. */
async function midBody(line: string) {
  const fetch = createFetch();
  const server = resource({ line, body: 'firstsecond', chunk: 5, gate: 'end', length: 1 });
  onTestFinished(() => server.open('end'));
  const controller = new AbortController();
  const calls = [fetch(server.url, { signal: controller.signal }), fetch(server.url)];
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
  const [one, other] = await Promise.all(calls);
  return { fetch, server, controller, one: one as Response, other: other as Response };
}

describe.each(named)('an answer that begins with %s', (_, line) => {
  test('is seen as natively (#12)', async () => {
    const query = { line, body: 'text', type: 'text/plain', 'header.x-own': 'mine' };
    await same(query, {}, outside);
  });

  test('is read as natively (#12)', async () => {
    await same({ line, body: '{"a":1}' }, {}, (response) => response.json());
    await same({ line, body: 'text' }, {}, (response) => response.text());
    await same({ line, size: 100_000, chunk: 10_000 }, {}, async (response) => {
      return (await response.arrayBuffer()).byteLength;
    });
  });

  test('can be cloned as natively (#12)', async () => {
    await same({ line, body: 'text' }, {}, async (response) => {
      const clone = response.clone();
      return [outside(clone), await response.text(), await clone.text()];
    });
  });

  test.runIf(inBrowser)('is a WebAssembly module where the native one is', async () => {
    const module = { line, type: 'application/wasm', body: '\0asm\x01\0\0\0' };
    await same(module, {}, (response) =>
      WebAssembly.compileStreaming(response).then(
        () => 'a module',
        ({ name }: Error) => name,
      ),
    );
  });

  test('can be streamed as natively (#12)', async () => {
    await same({ line, body: 'firstsecond', chunk: 5 }, {}, async (response) => {
      const reader = readerOf(response);
      let text = '';
      for (let next = await piece(reader); next !== undefined; next = await piece(reader)) text += next;
      return text;
    });
  });

  test('is one request for callers that come before its headers (#12)', async () => {
    const fetch = createFetch();
    const { url, open, hits } = resource({ line, gate: 'headers' });
    const calls = [fetch(url), fetch(url), fetch(url)];
    await open('headers');
    for (const answer of await Promise.all(calls)) expect(await answer.text()).toBe('ok');
    expect(await hits()).toBe(1);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 2, inFlight: 0 });
  });

  test('ends at once for the caller that aborts mid-body, and goes on for the other (#12)', async () => {
    const { server, controller, one, other } = await midBody(line);
    const [mine, theirs] = [one.text(), other.text()];
    controller.abort(reason);
    await expect(mine).rejects.toBe(reason);
    await server.open('end');
    expect(await theirs).toBe('firstsecond');
  });

  test('ends at once for a reader of its stream that aborts mid-body (#12)', async () => {
    const { server, controller, one, other } = await midBody(line);
    const reader = readerOf(one);
    await piece(reader);
    const next = reader.read();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    await server.open('end');
    expect(await other.text()).toBe('firstsecond');
  });

  test('closes its connection when all callers have left mid-body (#12)', async () => {
    const { fetch, server, controller, one, other } = await midBody(line);
    const mine = one.text().catch((error: unknown) => error);
    controller.abort(reason);
    await other.body?.cancel();
    expect(await mine).toBe(reason);
    await server.seen({ aborted: 1 });
    await expect.poll(() => fetch.stats()).toMatchObject({ left: 2, inFlight: 0 });
  });
});

test('an error whose status no constructor takes is no success for code that reads the platform’s own status', async () => {
  const { url } = resource({ line: 'HTTP/1.1 600 Odd' });
  const response = await createFetch()(url);
  const ok = Object.getOwnPropertyDescriptor(Response.prototype, 'ok');
  expect([response.status, ok?.get?.call(response)]).toEqual([600, false]);
});

describe('an answer whose status no constructor takes, from a mock,', () => {
  /** A response as WebKit makes it for `redirect: 'manual'`: without a status, but with a body. */
  const opaqueRedirect = () => {
    const members = { status: 0, type: 'opaqueredirect', ok: false, statusText: '' };
    const answer = new Response('');
    for (const [name, value] of Object.entries(members)) Object.defineProperty(answer, name, { value });
    return answer;
  };

  test('is no error: opaqueredirect with a body (#12)', async () => {
    const fetch = createFetch({ fetch: async () => opaqueRedirect() });
    const url = 'http://coflight.test/';
    const init: RequestInit = { redirect: 'manual' };
    const answers = await Promise.all([fetch(url, init), fetch(url, init)]);
    expect(answers.map(({ status }) => status)).toEqual([0, 0]);
    expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1, failed: 0 });
  });

  test('is no error: Response.error() (#12)', async () => {
    const fetch = createFetch({ fetch: async () => Response.error() });
    const url = 'http://coflight.test/';
    const answers = await Promise.all([fetch(url), fetch(url)]);
    expect(answers.map(({ type, status }) => [type, status])).toEqual([
      ['error', 0],
      ['error', 0],
    ]);
  });
});

test('a response without a body has no member of its own that a native one has not', async () => {
  const fetch = createFetch({ fetch: async () => new Response(null, { status: 204 }) });
  const url = 'http://coflight.test/';
  const { length } = Reflect.ownKeys(new Response(null, { status: 204 }));
  for (const response of await Promise.all([fetch(url), fetch(url)]))
    expect(Reflect.ownKeys(response)).toHaveLength(length);
});

test('a redirect that is not followed is the same for all callers as natively', async () => {
  await same({ redirect: '/elsewhere' }, { redirect: 'manual' }, outside);
});
