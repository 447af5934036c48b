// The arguments of a coalesced function: which of them are options of the call, and which key the others have.

import { misuse } from './misuse.ts';
import type { Signal } from './signals.ts';

/** The last argument that a caller may add. */
export interface CallOptions {
  /** Makes this caller leave the run: its promise rejects with the signal's reason. */
  readonly signal?: Signal | null | undefined;
}

/**
 * Separates the arguments of `fn` from the options of the call. `fn` declares `length` parameters. Missing arguments
 * become undefined, so that `fn` gets its own options as the last one.
 */
export function split(
  given: readonly unknown[],
  length: number,
): { readonly args: readonly unknown[]; readonly signal: CallOptions['signal'] } {
  const last = given.at(-1);
  const isOptions = areOptions(last, given.length, length);
  const args = isOptions ? given.slice(0, -1) : [...given];
  while (args.length < length - 1) args.push(undefined);
  return { args, signal: isOptions ? (last as CallOptions | undefined)?.signal : undefined };
}

/**
 * True for an object whose only member is `signal`, which a list or a function never is. True for undefined, `{}` or an
 * `AbortController` unless it may be the only argument of `fn`.
 */
function areOptions(last: unknown, given: number, length: number): boolean {
  const mayBeEmpty = given > length || (given === length && length > 1);
  if (last === undefined) return mayBeEmpty;
  if (Object(last) !== last) return false;
  const [name, ...others] = Reflect.ownKeys(last as object);
  // Without own members, an object of a class is an argument, except an `AbortController`.
  if (name === undefined) return mayBeEmpty && (isBare(last as object) || 'abort' in (last as object));
  return name === 'signal' && !others.length;
}

/** True for an object of no class. A `URL`, a `Date` or a `Set` has no members of its own either, but is an argument. */
const isBare = (value: object): boolean => !Object.getPrototypeOf(Object.getPrototypeOf(value) ?? value);

/** Returns equal keys for equal primitive arguments. A lone argument is its own key, unless it looks like a list. */
export function primitiveKey(given: readonly unknown[]): unknown {
  const args = [...given];
  while (args.length && args.at(-1) === undefined) args.pop();
  const [first] = args;
  for (const value of args)
    if (Object(value) === value || typeof value === 'symbol')
      throw misuse('primitive arguments except symbols, or a `key` function', value);
  if (args.length === 1 && !(typeof first === 'string' && first.startsWith('['))) return first;
  // Quotes each one by itself: a page may have given arrays a `toJSON`, which a quoted list would use.
  return `[${args.map((value) => JSON.stringify(`${typeof value} ${value}`)).join()}]`;
}
