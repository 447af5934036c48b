/**
 * Returns the absolute addresses that a browser may choose from for an image. The list may also contain the
 * descriptors of the `srcset`, resolved as if they were addresses. They match no request.
 */
export function candidatesOf(src: string, srcset: string, base: string): readonly string[] {
  const texts = [src, ...srcset.split(/[\s,]+/)].filter((text) => text && URL.canParse(text, base));
  return [...new Set(texts.map((text) => new URL(text, base).href))];
}
