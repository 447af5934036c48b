/**
 * The absolute addresses that a browser may choose from for an image. Parts of the `srcset` that are no addresses, its
 * descriptors, do no harm here.
 */
export function candidatesOf(src: string, srcset: string, base: string): readonly string[] {
  const texts = [src, ...srcset.split(/[\s,]+/)].filter((text) => text && URL.canParse(text, base));
  return [...new Set(texts.map((text) => new URL(text, base).href))];
}
