// Recognises requests, signals and URLs by their brand, so that objects of another realm (an iframe) count, too.
// `instanceof` recognises objects of its own realm alone.

type Class = (abstract new () => object) | undefined;

/** True for an object that the getter of that class takes. Strings, which most calls are made of, cost nothing. */
function hasBrand(value: unknown, Class: Class, name: string): boolean {
  if (Object(value) !== value || !Class) return false;
  try {
    // A polyfill may have plain members instead of getters.
    return Reflect.get(Class.prototype, name, value) !== undefined || value instanceof Class;
  } catch {
    return false;
  }
}

export const isRequest = (value: unknown): value is Request =>
  hasBrand(value, globalThis.Request as never, 'url');

export const isSignal = (value: unknown): value is AbortSignal =>
  hasBrand(value, globalThis.AbortSignal, 'aborted');

export const isUrl = (value: unknown): value is URL => hasBrand(value, globalThis.URL as never, 'href');
