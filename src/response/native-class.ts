// The platform's class of responses: what its methods are, and how a class that extends it looks like it.

import { bare } from './bare.ts';

/**
 * Returns the methods that the platform has made. Those have no `prototype`. A function that a page has put in the place
 * of one, to observe it, has one: so zone.js waits for bodies.
 */
export const platformMethods = (prototype: Response): ReadonlySet<unknown> =>
  new Set(
    Object.values(Object.getOwnPropertyDescriptors(prototype))
      .map(({ value }) => value)
      .filter((value) => !Object.hasOwn(Object(value), 'prototype')),
  );

/** What a response says and no constructor accepts. */
export const fromNetwork = ['url', 'type', 'redirected'] as const;

/** Returns those of them that the class has as fields instead of getters. The class of happy-dom has some. */
export function fieldsOf(Native: typeof Response): readonly (keyof Response)[] {
  const response = new Native();
  return fromNetwork.filter((name) => Object.hasOwn(response, name));
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
