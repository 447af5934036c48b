// Recognises requests, signals and URLs by their brand, so that objects of another realm (an iframe) count, too.
// `instanceof` recognises objects of its own realm alone.

type Getter = (this: unknown) => unknown;
type Class = (abstract new () => object) | undefined;

/** True for an object that the getter of that class takes. Strings, which most calls are made of, cost nothing. */
function hasBrand(value: unknown, Class: Class, name: string): boolean {
  if (Object(value) !== value || !Class) return false;
  const read: Getter | undefined = Object.getOwnPropertyDescriptor(Class.prototype, name)?.get;
  // A polyfill may have plain members instead of getters.
  if (!read) return value instanceof Class;
  try {
    read.call(value);
    return true;
  } catch {
    return false;
  }
}

export const isRequest = (value: unknown): value is Request =>
  hasBrand(value, globalThis.Request as never, 'url');

export const isSignal = (value: unknown): value is AbortSignal =>
  hasBrand(value, globalThis.AbortSignal, 'aborted');

export const isUrl = (value: unknown): value is URL => hasBrand(value, globalThis.URL as never, 'href');
