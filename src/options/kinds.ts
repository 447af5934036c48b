// The kinds of options that more than one entry has.

import { isPlain, kindOf, type OptionKind } from './check.ts';

export const isString = (value: unknown): boolean => typeof value === 'string';
export const isFunction = (value: unknown): boolean => typeof value === 'function';

/**
 * True for an address, also a `URL` of another realm, and for any other value that is no image request. An image request
 * is a plain object, or has a `src`, as an element does. A page may have added a `src` to `Object.prototype`.
 */
export const isAddress = (source: unknown): boolean =>
  !isPlain(source) && Object(source).src === ({} as { readonly src?: unknown }).src;

export const aFunction: OptionKind = { expected: 'a function', accepts: isFunction };
/** An async function returns a promise, which counts as true, and is no key. */
export const aSyncFunction: OptionKind = {
  expected: 'a function that is not async',
  accepts: (value) => kindOf(value) === '[object Function]',
};
export const aString: OptionKind = { expected: 'a string', accepts: isString };
export const aBoolean: OptionKind = {
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};

/** An object with this method. `what` names it in messages: "a preloader". */
export const withMethod = (method: string, what: string): OptionKind => ({
  expected: what,
  accepts: (value) => isFunction(Object(value)[method]),
});

/** Accepts a value, or a list with at least one. */
export const oneOrMore =
  (accepts: OptionKind['accepts']): OptionKind['accepts'] =>
  (value) => {
    const values = [value].flat();
    return values.length > 0 && values.every(accepts);
  };

/** A number from 0 to a bound, both included. */
const numberTo = (most: number): OptionKind => ({
  expected: `a number from 0${most < Infinity ? ` to ${most}` : ''}`,
  accepts: (value) => typeof value === 'number' && value >= 0 && value <= most,
});

/** A whole number, or `Infinity`. */
export const wholeNumberFrom = (least: number): OptionKind => ({
  expected: `a whole number from ${least}`,
  accepts: (value) => typeof value === 'number' && value >= least && (value === Infinity || value % 1 === 0),
});

/** Milliseconds. Timers treat a longer time as 0. */
export const milliseconds: OptionKind = /* @__PURE__ */ numberTo(2 ** 31 - 1);

export const bytes: OptionKind = /* @__PURE__ */ numberTo(Infinity);

export const oneOf = (...values: readonly string[]): OptionKind => ({
  expected: values.map((value) => `'${value}'`).join(' or '),
  accepts: (value) => values.includes(value as string),
});

/**
 * A list of names. `what` names them in messages: "header names". A pattern such as `sentry-*` would match no name, and
 * neither would several names in one text, so they are refused.
 */
export const namesOf = (what: string): OptionKind => ({
  expected: `a list of ${what} without \`*\``,
  accepts: (value) =>
    Array.isArray(value) && value.every((name) => isString(name) && /^[^\s*,]+$/.test(name)),
});
