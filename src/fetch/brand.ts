// Recognises requests, signals and URLs by their brand, so that objects of another realm (an iframe) count, too.
// `instanceof` recognises objects of its own realm alone.

type Getter = (this: unknown) => unknown;

const getter = (prototype: object | undefined, name: string): Getter | undefined =>
  prototype && Object.getOwnPropertyDescriptor(prototype, name)?.get;

function hasBrand(
  value: unknown,
  read: Getter | undefined,
  Class: (abstract new () => object) | undefined,
): boolean {
  if (Object(value) !== value) return false;
  // A polyfill may have plain members instead of getters.
  if (!read) return !!Class && value instanceof Class;
  try {
    read.call(value);
    return true;
  } catch {
    return false;
  }
}

export const isRequest = (value: unknown): value is Request =>
  hasBrand(value, getter(globalThis.Request?.prototype, 'url'), globalThis.Request as never);

export const isSignal = (value: unknown): value is AbortSignal =>
  hasBrand(value, getter(globalThis.AbortSignal?.prototype, 'aborted'), globalThis.AbortSignal);

export const isUrl = (value: unknown): value is URL =>
  hasBrand(value, getter(globalThis.URL?.prototype, 'href'), globalThis.URL as never);
