// Cloudflare Workers: a module serves many requests, and a request must not use what another one has opened. Miniflare
// runs the real workerd.

import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deferred, deferred } from '../support/deferred.ts';

/** The used part of Miniflare, which is installed in this folder alone. */
interface Runtime {
  dispatchFetch(url: string, init?: RequestInit): Promise<Response>;
  dispose(): Promise<void>;
}
interface Settings {
  modules: true;
  script: string;
  compatibilityDate: string;
  outboundService(request: Request): Promise<Response>;
}
const { Miniflare, Response: RuntimeResponse } = (await import('miniflare' as string)) as {
  Miniflare: new (settings: Settings) => Runtime;
  Response: typeof Response;
};

const library = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** A worker with one wrapped fetch for all requests. The path says what its handler does. */
const worker = `
  import { createFetch } from '${library}';
  const shared = createFetch();
  const lingering = createFetch({ linger: 60_000 });
  const upstream = (request) => 'http://upstream.test/' + new URL(request.url).search;
  const handlers = {
    text: async (request) => new Response(await (await shared(upstream(request))).text()),
    json: async (request) => Response.json(await (await shared(upstream(request))).json()),
    pass: (request) => shared(upstream(request)),
    clone: async (request) => (await shared(upstream(request))).clone(),
    lingering: async (request) => new Response(await (await lingering(upstream(request))).text()),
    post: async (request) => new Response(await (await shared(upstream(request), { method: 'POST', body: 'four' })).text()),
    async stream(request) {
      const { body } = await shared(upstream(request));
      let text = '';
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) text += chunk;
      return new Response(text);
    },
    async twice(request) {
      const answers = await Promise.all([1, 2, 3].map(() => shared(upstream(request))));
      return new Response((await Promise.all(answers.map((answer) => answer.text()))).join());
    },
    async aborted(request) {
      const controller = new AbortController();
      const call = shared(upstream(request), { signal: controller.signal });
      controller.abort(new Error('no longer wanted'));
      return new Response(await call.then(() => 'answered', (error) => error.message));
    },
    async leaves(request) {
      shared(upstream(request)).catch(() => {});
      await fetch('http://upstream.test/sent');
      return new Response('left');
    },
    async stats() {
      return Response.json(shared.stats());
    },
  };
  export default {
    async fetch(request) {
      try {
        return await handlers[new URL(request.url).pathname.slice(1)](request);
      } catch (error) {
        return new Response(String(error?.stack ?? error), { status: 500 });
      }
    },
  };`;

async function bundled(): Promise<string> {
  const build = await rollup({
    input: 'worker',
    plugins: [
      {
        name: 'worker',
        resolveId: (id) => (id === 'worker' ? id : null),
        load: (id) => (id === 'worker' ? worker : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'es' });
  await build.close();
  return output[0].code;
}

/** The requests of the worker, and when they are answered. */
class Upstream {
  readonly seen: string[] = [];
  readonly #gates: Deferred<Response>[] = [];
  #changed = deferred();

  readonly answer = (request: Request): Promise<Response> => {
    if (request.url.endsWith('/sent')) return Promise.resolve(new RuntimeResponse('sent'));
    const gate = deferred<Response>();
    this.seen.push(request.method);
    this.#gates.push(gate);
    this.#changed.resolve();
    this.#changed = deferred();
    return gate.promise;
  };

  /** Resolves once that many requests have come. */
  async reaches(count: number): Promise<void> {
    while (this.seen.length < count) await this.#changed.promise;
  }

  /** Answers all that wait. */
  open(make: () => Response = () => new RuntimeResponse('{"a":1}')): void {
    for (const gate of this.#gates) gate.resolve(make());
  }
}

describe.each(['2023-05-18', '2026-04-01'])(
  'in workerd as of %s, one wrapped fetch for all requests',
  (date) => {
    let upstream = new Upstream();
    let runtime: Runtime;
    let count = 0;

    beforeAll(async () => {
      runtime = new Miniflare({
        modules: true,
        script: await bundled(),
        compatibilityDate: date,
        outboundService: (request) => upstream.answer(request),
      });
    });
    afterAll(() => runtime?.dispose());

    /** Requests for the same upstream resource, which no other test asks for. */
    function visit() {
      upstream = new Upstream();
      const query = `?${count++}`;
      const ask = (path: string) =>
        runtime.dispatchFetch(`http://worker.test/${path}${query}`).then(async (answer) => ({
          status: answer.status,
          text: await answer.text(),
        }));
      return { upstream, ask };
    }

    const good = { status: 200, text: '{"a":1}' };

    test.each(['text', 'json', 'pass', 'clone', 'stream'])(
      'answers each of several concurrent requests: %s (#12)',
      async (path) => {
        const { upstream, ask } = visit();
        const answers = [ask(path), ask(path), ask(path)];
        await upstream.reaches(1);
        // Later requests are answered, too.
        answers.push(ask(path));
        upstream.open();
        await upstream.reaches(4);
        upstream.open();
        expect(await Promise.all(answers)).toEqual([good, good, good, good]);
      },
    );

    test('shares among the calls of one request', async () => {
      const { upstream, ask } = visit();
      const answer = ask('twice');
      await upstream.reaches(1);
      upstream.open();
      expect(await answer).toEqual({ status: 200, text: '{"a":1},{"a":1},{"a":1}' });
      expect(upstream.seen).toEqual(['GET']);
    });

    test('answers a request that comes while the body of another one is arriving (#12)', async () => {
      const { upstream, ask } = visit();
      const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
      const partly = () =>
        new RuntimeResponse(
          new ReadableStream({
            start(body) {
              bodies.push(body);
              body.enqueue(new TextEncoder().encode('first'));
            },
          }),
        );
      const early = ask('text');
      await upstream.reaches(1);
      upstream.open(partly);
      const late = ask('text');
      await upstream.reaches(2);
      upstream.open(partly);
      for (const body of bodies) {
        body.enqueue(new TextEncoder().encode('second'));
        body.close();
      }
      const whole = { status: 200, text: 'firstsecond' };
      expect(await Promise.all([early, late])).toEqual([whole, whole]);
    });

    test('answers a request after one that ended without waiting for its own (#12)', async () => {
      const { upstream, ask } = visit();
      expect(await ask('leaves')).toEqual({ status: 200, text: 'left' });
      const seen = upstream.seen.length;
      const answer = ask('text');
      await upstream.reaches(seen + 1);
      upstream.open();
      expect(await answer).toEqual(good);
    });

    test('hands no lingering answer to another request, and breaks on none (#12)', async () => {
      const { upstream, ask } = visit();
      for (const nth of [1, 2]) {
        const answer = ask('lingering');
        await upstream.reaches(nth);
        upstream.open();
        expect(await answer).toEqual(good);
      }
    });

    test('sends writes, and fences the reads of other requests without an error (#12)', async () => {
      const { upstream, ask } = visit();
      const read = ask('text');
      await upstream.reaches(1);
      const write = ask('post');
      await upstream.reaches(2);
      upstream.open();
      expect(await Promise.all([read, write])).toEqual([good, good]);
      expect(upstream.seen.sort()).toEqual(['GET', 'POST']);
    });

    test('rejects the call that its own request aborts', async () => {
      const { ask } = visit();
      expect(await ask('aborted')).toEqual({ status: 200, text: 'no longer wanted' });
    });
  },
);
