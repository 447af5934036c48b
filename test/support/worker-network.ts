// A network for the worker's coalescer. A test gives its answers.

import { type Deferred, deferred } from './deferred.ts';

/** A network whose answers a test gives. */
export function network() {
  const sent: (Deferred<Response> & { readonly request: Request; readonly time: number })[] = [];
  const fetch = (request: Request) => {
    const answer = { ...deferred<Response>(), request, time: performance.now() };
    request.signal.addEventListener('abort', () => answer.reject(request.signal.reason));
    sent.push(answer);
    return answer.promise;
  };
  return { sent, fetch };
}

/** Members of a response that no constructor can set. */
export type Init = ResponseInit & { type?: ResponseType; redirected?: boolean };

/** A response as the network has it. */
export const answer = (body: BodyInit | null, { type = 'basic', redirected = false, ...init }: Init = {}) =>
  Object.defineProperties(new Response(body, init), {
    type: { value: type },
    redirected: { value: redirected },
  });

/** A response whose body a test sends. */
export function streaming(init: Init = {}) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const { promise: cancelled, resolve: cancel } = deferred<unknown>();
  const body = new ReadableStream<Uint8Array>({ start: (its) => void (controller = its), cancel });
  return {
    response: answer(body, init),
    write: async (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
    fail: (error: unknown) => controller.error(error),
    /** Resolves when no one reads the body any longer. */
    cancelled,
  };
}
