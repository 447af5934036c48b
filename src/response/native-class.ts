// The platform's class of responses: what its methods are, and how a class that extends it looks like it.

import { bare } from '../http/bare.ts';
import type { Reader } from './reader.ts';
import type { Source } from './source.ts';

/** The source of a method that the platform has made. That of Node is written in JavaScript. A `Proxy` has no name. */
const platformMade = /^(function )?\w+\(\)\s*{\s*(\[native code|return consumeBody\()/;

/**
 * Returns the methods that the platform has made. A page may have put a function in the place of one, to observe or to
 * change it, which does not count. zone.js makes such a function look native, but it has a `prototype`.
 */
export const platformMethods = (prototype: Response): ReadonlySet<unknown> =>
  new Set(
    Object.values(Object.getOwnPropertyDescriptors(prototype))
      .map(({ value }) => value)
      .filter((value) => platformMade.test(value) && !Object.hasOwn(value, 'prototype')),
  );

/** Members of a response that no constructor accepts. */
export const fromNetwork = ['url', 'type', 'redirected'] as const;

/** Returns those of them that the class has as fields instead of getters. The class of happy-dom has some. */
export function fieldsOf(Native: typeof Response): readonly (keyof Response)[] {
  const response = new Native();
  return fromNetwork.filter((name) => Object.hasOwn(response, name));
}

/**
 * Sets what is a field of a response. A mock may define its headers: then they may hold names that the constructor of a
 * browser does not take, such as `set-cookie`.
 */
export function setFields(
  own: Response,
  { response, init }: Source,
  fields: readonly (keyof Response)[],
): void {
  for (const name of fields) Reflect.set(own, name, response[name]);
  if (Object.hasOwn(response, 'headers'))
    Reflect.defineProperty(own, 'headers', bare({ value: new Headers(init.headers) }));
}

/**
 * Settles as `read`, a native method over the reader's stream, but with the reader's own reason when the reader has failed:
 * for a failed stream, Chromium has another error.
 */
export function failingAs<Value>(reader: Pick<Reader, 'failure'>, read: Promise<Value>): Promise<Value> {
  return Promise.resolve(read).catch((error) => {
    const { failure } = reader;
    throw failure ? failure.reason : error;
  });
}

/** Makes the class look native to a program that checks names, constructor and enumeration. Returns it. */
export function dress<Class extends { readonly prototype: Response }>(
  Shared: Class,
  Native: typeof Response,
): Class {
  const { prototype } = Shared;
  const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(prototype);
  for (const [name, descriptor] of Object.entries(members))
    if (name in Native.prototype)
      Object.defineProperty(prototype, name, bare({ ...descriptor, enumerable: true }));
    else Reflect.deleteProperty(prototype, name); // an older platform has no `bytes`
  Object.defineProperty(
    prototype,
    'constructor',
    bare({ value: Native, writable: true, configurable: true }),
  );
  return Shared;
}
