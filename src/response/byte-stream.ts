import { bare } from '../http/bare.ts';
import type { Failure } from './body-listener.ts';

/** A stream reads nothing before a program asks. */
const onDemand: QueuingStrategy = /* @__PURE__ */ bare({ highWaterMark: 0 });

/** WebKit has no byte streams, and its native bodies have no BYOB readers. */
let type: 'bytes' | undefined = 'bytes';

/** Returns the platform's class of streams. No response takes a stream of a polyfill that has replaced the global class. */
export function streamClass(): typeof ReadableStream {
  const { body } = new Response('');
  // No test in Node or Chromium runs `: ReadableStream`: there, each response has a native stream.
  return (body?.getReader ? body.constructor : ReadableStream) as typeof ReadableStream;
}

/** Makes a stream over the source: a byte stream where the platform has those. */
export function streamOver(source: { type?: 'bytes' }, Stream: typeof ReadableStream): ReadableStream {
  const make = () => {
    source.type = type as 'bytes';
    return new Stream(source as UnderlyingByteSource, onDemand);
  };
  try {
    return make();
  } catch {
    type = undefined;
    return make();
  }
}

/** Ends a stream as its reader has ended. */
export function endStream(controller: ReadableByteStreamController, failure: Failure | undefined): void {
  try {
    if (failure) controller.error(failure.reason);
    else controller.close();
    controller.byobRequest?.respond(0);
  } catch {
    // The end came in the middle of an element of the reader's view. The platform has failed this one stream.
  }
}
