// The source of an image, and its identity: everything that decides which bytes come and how.

import { bare } from '../http/bare.ts';
import { crossOriginOf } from '../http/cross-origin.ts';
import { absoluteSrcset } from '../http/srcset.ts';
import { textOf } from '../http/text.ts';
import { absolute } from '../http/url.ts';
import { checkOptions, checkValue, type OptionKind, type OptionKinds } from '../options/check.ts';
import { aString, isAddress, isFunction, isString } from '../options/kinds.ts';
import { elementIn } from './element-kind.ts';
import type { Attributes, Kind } from './kind.ts';

/**
 * An image to load: its address, or an object with everything that decides which bytes come. Without `as`, callers get
 * an element.
 */
export type ImageSource<Result = HTMLImageElement> =
  | (HTMLImageElement extends Result ? string | URL | ImageRequest<Result> : never)
  | (ImageRequest<Result> & { readonly as: Kind<Result> });

/** The parts of an image request. They have the names and the meaning of the properties of `<img>`. */
export interface ImageRequest<Result = HTMLImageElement> {
  /** Relative to the document. */
  readonly src: string | URL;
  /** Its addresses are relative to the document. */
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  readonly crossOrigin?: string | null | undefined;
  readonly referrerPolicy?: string | undefined;
  /** The kind of image that callers get. Default: an element. */
  readonly as?: Kind<Result> | undefined;
  /** Larger goes first in the queue. It is not part of the identity. Default 0. */
  readonly priority?: number | undefined;
}

/** An image request with all defaults. */
export interface Wanted<Result> {
  /** The key: equal for two requests exactly when one load serves both. */
  readonly key: string;
  /** In the order in which an element must get them, with `src` last, because `src` starts the request. */
  readonly attributes: Attributes;
  readonly as: Kind<Result>;
  readonly priority: number;
  /** The position in the queue that it had before. Defined for an image that is loaded once more. */
  readonly order?: number;
}

export const aPriority: OptionKind = {
  expected: 'a number',
  accepts: (value) => typeof value === 'number' && !Number.isNaN(value),
};

/** Any iterable except a string, whose items would be its letters. */
export const aList: OptionKind = {
  expected: 'a list of images',
  accepts: (value) => !isString(value) && isFunction(Object(value)[Symbol.iterator]),
};

const kinds: OptionKinds<ImageRequest<unknown>> = {
  crossOrigin: { expected: 'a string', accepts: (value) => value === null || isString(value) },
  referrerPolicy: aString,
  sizes: aString,
  srcset: aString,
  // Any value is accepted here, because the parser checks addresses.
  src: { expected: '', accepts: () => true },
  as: {
    expected: 'a kind of image, such as asBlob()',
    accepts: (value) => isString(Object(value).name) && isFunction(Object(value).load),
  },
  priority: aPriority,
};

const element = /* @__PURE__ */ elementIn() as Kind<never>;

/** The base of addresses. Without a document, addresses are checked against another base. */
const base = () => globalThis.document?.baseURI ?? 'http://localhost';

/** Reads a source. Throws a `TypeError` that says what is wrong. */
export function wanted<Result>(source: ImageSource<Result>): Wanted<Result> {
  const whole = (isAddress(source) ? { src: source } : source) as ImageRequest<Result>;
  // An element has more members, and frameworks add others.
  const request = 'nodeType' in whole ? whole : checkOptions<ImageRequest<Result>>(whole, kinds);
  const { src, srcset, sizes, crossOrigin, referrerPolicy, as = element, priority = 0 } = request;
  const attributes: Attributes = bare({
    ...(crossOrigin != null && { crossOrigin: crossOriginOf(crossOrigin) }),
    ...(referrerPolicy && { referrerPolicy }),
    ...(sizes && { sizes }),
    ...(srcset && { srcset: absoluteSrcset(srcset, base()) }),
    src: addressOf(src),
  });
  const key = textOf([as.name, ...Object.entries(attributes).flat()]);
  return { key, attributes, as, priority };
}

/** Returns an absolute address. Throws for an empty one, which would be that of the document. The error has the `name`. */
export function addressOf(src: string | URL, within: string = base(), name = 'src'): string {
  // A `URL` may come from another realm.
  const { href = src } = Object(src) as Partial<URL>;
  const text = typeof href === 'string' ? href : '';
  checkValue(name, src, {
    expected: `the address of one image${Array.isArray(src) ? ' (for several: `preload(...sources)`)' : ''}`,
    accepts: () => !!text.trim() && URL.canParse(text, within),
  });
  return absolute(text, within);
}
