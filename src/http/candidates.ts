/**
 * Returns the absolute addresses that a browser may choose from for an image. The list may also contain descriptors of
 * the `srcset`, and ends of addresses, resolved as if they were addresses. They match no request.
 */
export function candidatesOf(src: string, srcset: string, base: string): readonly string[] {
  // An address may contain commas, but neither begins nor ends with one. After a descriptor, a comma needs no space.
  const parts = srcset.split(/,*\s+|,+$/).flatMap((part) => [part, part.replace(/^[^,]*,+/, '')]);
  const texts = [src, ...parts].filter((text) => text && URL.canParse(text, base));
  return [...new Set(texts.map((text) => new URL(text, base).href))];
}
