/** The type of the streams under responses. WebKit has no byte streams, and its native bodies have no BYOB readers. */
let known: 'bytes' | undefined | null = null;

/** Returns that type. It asks the platform once. */
export function streamType(): 'bytes' {
  if (known === null)
    try {
      new ReadableStream({ type: 'bytes' });
      known = 'bytes';
    } catch {
      known = undefined;
    }
  return known as 'bytes';
}

/** Ends a stream. */
export function closeStream(controller: ReadableByteStreamController): void {
  try {
    controller.close();
    controller.byobRequest?.respond(0);
  } catch {
    // The end came in the middle of an element of the reader's view. The platform has failed this one stream.
  }
}
