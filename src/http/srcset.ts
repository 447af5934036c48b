// The `srcset` of an image: candidates, each an address and a descriptor.
// https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute

import { absolute } from './url.ts';

/**
 * An address may contain commas, but neither begins nor ends with one. A descriptor ends with a comma. HTML has less white
 * space than `\s`: a no-break space is part of an address.
 */
const candidate = /([^\t\n\f\r ,](?:[^\t\n\f\r ]*[^\t\n\f\r ,])?)(,|[^,]*)/g;

/** Returns the same candidates with other addresses. */
export const withAddresses = (srcset: string, change: (address: string) => string): string =>
  srcset.replace(candidate, (_, address: string, descriptor: string) => change(address) + descriptor);

/** Returns the same candidates with absolute addresses. */
export const absoluteSrcset = (srcset: string, base: string): string =>
  withAddresses(srcset, (address) => absolute(address, base));

/** Returns the absolute addresses that a browser may choose from for an image. */
export function candidatesOf(src: string, srcset: string, base: string): readonly string[] {
  const texts = [src, ...[...srcset.matchAll(candidate)].map(([, address = '']) => address)];
  return [
    ...new Set(texts.filter((text) => text && URL.canParse(text, base)).map((text) => absolute(text, base))),
  ];
}
