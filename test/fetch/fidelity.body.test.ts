// Law 8: a body reads as the native one does, in every form, from every side.

import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inWebKit } from '../support/in-webkit.ts';
import { mistakeOf, same } from '../support/native.ts';
import { Network } from '../support/network.ts';
import { readerOf } from '../support/reading.ts';

describe('its body', () => {
  const forms = ['text', 'json', 'blob', 'bytes', 'arrayBuffer', 'formData'] as const;

  test.each(forms)('is used by %s(), and then cannot be read again', async (form) => {
    await same({ body: '{"a":1}' }, {}, async (response) => {
      const first = mistakeOf(() => response[form]());
      const during = [response.bodyUsed, response.body?.locked];
      return [
        during,
        await first,
        response.bodyUsed,
        response.body?.locked,
        await mistakeOf(() => response[form]()),
      ];
    });
  });

  test.each(forms)('is locked by %s(), also for a program that has seen it before', async (form) => {
    const seen = await same({ body: '{"a":1}' }, {}, async (response) => {
      const { body } = response;
      const read = mistakeOf(() => response[form]());
      const during = body?.locked;
      await read;
      return [during, body?.locked, await mistakeOf(() => body?.getReader()), body === response.body];
    });
    expect(seen).toMatchObject([true, true, expect.stringContaining('TypeError'), true]);
  });

  test.each(forms)('is read by %s() and by a native clone of its response, which share it', async (form) => {
    await same({ body: '{"a":1}', type: 'application/json' }, {}, async (response) => {
      const clone: Response = Response.prototype.clone.call(response);
      const reads = [mistakeOf(() => response[form]()), mistakeOf(() => clone.text())];
      return [await Promise.all(reads), response.bodyUsed, clone.bodyUsed];
    });
  });

  test('is not affected by a view that another reader has filled in part', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const calls = ['one', 'two'].map(() => fetch('http://coflight.test/'));
    network.sent[0]?.answer();
    const [one, two] = (await Promise.all(calls)) as [Response, Response];
    if (inWebKit) return; // no BYOB readers
    const reader = (one.body as ReadableStream).getReader({ mode: 'byob' });
    const first = reader.read(new Uint16Array(4));
    network.sent[0]?.arrive(new TextEncoder().encode('abc'));
    expect((await first).value).toHaveLength(1);
    const second = mistakeOf(() => reader.read(new Uint16Array(4)));
    const [early, late] = [two.text(), fetch('http://coflight.test/').then((response) => response.text())];
    network.sent[0]?.end();
    expect(await second).toContain('TypeError');
    expect(await Promise.all([early, late])).toEqual(['abc', 'abc']);
  });

  test('A Blob has the type of its own response’s headers', async () => {
    const fetch = createFetch({
      fetch: async () => new Response('text', { headers: { 'content-type': 'text/plain' } }),
    });
    const [one, other] = await Promise.all([fetch('http://coflight.test/'), fetch('http://coflight.test/')]);
    one.headers.set('content-type', 'text/html');
    expect([(await one.blob()).type, (await other.blob()).type]).toEqual(['text/html', 'text/plain']);
  });

  // WebKitGTK rejects with a DOMException, and the standard with what `JSON.parse` throws. (Fetch, "json()")
  const standardForms = forms.filter((form) => !(inWebKit && form === 'json'));

  test.each(standardForms)('A body without a byte is the same by %s()', async (form) => {
    // Chromium's message depends on whether an empty body was cloned, and on when its end came.
    const kind = async (response: Response) => (await mistakeOf(() => response[form]())).split(':')[0];
    await same({ body: '' }, {}, kind);
    await same({ status: 204 }, {}, async (response) => [await kind(response), response.bodyUsed]);
  });

  test.skipIf(inWebKit)('that is not JSON rejects with the native error', async () => {
    expect(await same({ body: '{"a":' }, {}, (r) => mistakeOf(() => r.json()))).toContain('SyntaxError');
    expect(await same({ body: 'x' }, {}, (r) => mistakeOf(() => r.formData()))).toContain('TypeError');
  });

  test('treats a byte order mark, broken characters and an empty body as natively', async () => {
    for (const body of ['\ufefftext', 'a\u0000b', '\ufeff{"a":1}', ''])
      await same({ body, chunk: 1 }, {}, async (r) => [
        await r.clone().text(),
        await r.json().catch((e) => e.name),
      ]);
  });

  // WebKitGTK leaves the parameters out for an answer of the network, and keeps them in a constructed one.
  const parametrised = inWebKit ? [] : ['Text/HTML; Charset=UTF-8', 'image/png;a=b'];

  test.each(['', 'text/css', 'nonsense', ...parametrised])(
    'A Blob has the type of the headers: %s',
    async (type) => {
      await same({ type }, {}, async (response) => (await response.blob()).type);
    },
  );

  test.runIf(Symbol.asyncIterator in ReadableStream.prototype)('can be walked', async () => {
    const text = await same({ body: 'firstsecond', chunk: 6 }, {}, async (response) => {
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of response.body as ReadableStream<Uint8Array>)
        text += decoder.decode(chunk, { stream: true });
      return text + response.bodyUsed;
    });
    expect(text).toBe('firstsecondtrue');
  });

  test('ends without another read when the network ends', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch });
    const call = fetch('http://coflight.test/');
    network.sent[0]?.answer();
    network.sent[0]?.arrive(new Uint8Array(5));
    const reader = readerOf(await call);
    await reader.read();
    network.sent[0]?.end();
    await reader.closed;
  });

  test.each([
    ['ends', undefined],
    ['fails', new TypeError('The network has failed.')],
  ])('%s without a read, as the network does before its first byte', async (_, error) => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch, linger: 60_000 });
    const calls = [fetch('http://coflight.test/'), fetch('http://coflight.test/')];
    network.sent[0]?.answer();
    const [response, other] = await Promise.all(calls);
    const closed = readerOf(response as Response).closed.catch((reason) => reason);
    // Reads nothing of it.
    const text = other?.text().catch((reason) => reason);
    if (error) network.sent[0]?.fail(error);
    else network.sent[0]?.end();
    expect([await closed, await text]).toEqual([error, error ?? '']);
  });

  test('ends at once for a caller that comes after the end of an empty one', async () => {
    const network = new Network();
    const fetch = createFetch({ fetch: network.fetch, linger: 60_000 });
    const call = fetch('http://coflight.test/');
    network.sent[0]?.answer();
    network.sent[0]?.end();
    expect(await (await call).text()).toBe('');
    const late = await fetch('http://coflight.test/');
    await readerOf(late).closed;
    expect(network.sent).toHaveLength(1);
  });

  test('has a BYOB reader where the native one has', async () => {
    const got = await same({ body: 'abcdef' }, {}, async (response) => {
      try {
        const reader = (response.body as ReadableStream).getReader({ mode: 'byob' });
        const { value } = await reader.read(new Uint8Array(6));
        const text = new TextDecoder().decode(value);
        const { done } = await reader.read(new Uint8Array(6));
        return text + done;
      } catch (error) {
        return String(error);
      }
    });
    expect(got).toMatch(inWebKit ? /^TypeError/ : /^abcdeftrue$/);
  });

  test('is locked by a reader, and free again', async () => {
    await same({}, {}, async (response) => {
      const reader = readerOf(response);
      const seen = [response.body?.locked, response.bodyUsed, await mistakeOf(() => response.text())];
      reader.releaseLock();
      // In Firefox, the call that failed has used the body.
      return [...seen, response.body?.locked, response.bodyUsed, await response.text().catch(String)];
    });
  });

  test('reaches another response, and a tee', async () => {
    const read = (body: ReadableStream | undefined) => new Response(body ?? null).text();
    await same({ size: 5000, chunk: 999 }, {}, (r) => read(r.body as ReadableStream));
    await same({ size: 5000, chunk: 999 }, {}, (r) =>
      Promise.all((r.body as ReadableStream).tee().map(read)),
    );
  });
});
