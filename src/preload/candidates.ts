/** The absolute addresses that a browser may choose from. What is no address in a `srcset` does no harm here. */
export function candidatesOf(src: string, srcset = ''): ReadonlySet<string> {
  const base = document.baseURI;
  const texts = [src, ...srcset.split(/[\s,]+/)].filter((text) => URL.canParse(text, base));
  return new Set(texts.map((text) => new URL(text, base).href));
}
