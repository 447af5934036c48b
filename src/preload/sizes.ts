// `sizes="auto"`: a lazy image takes its size from its place on the page.

/**
 * Returns the `sizes` that an image of its own needs to choose the candidate that this element will choose; undefined
 * while the element has no width.
 */
export function sizesOf(element: HTMLImageElement, sizes: string): string | undefined {
  const isAuto =
    /^\s*auto\b/i.test(sizes) &&
    element.loading === 'lazy' &&
    // The style sheet of a browser that knows the value says so.
    getComputedStyle(element).contain.includes('size');
  if (!isAuto) return sizes;
  const width = widthOf(element);
  return width ? `${width}px` : undefined;
}

/** Its width on the page, in CSS pixels. Chromium gives an inline image a width of its own until it has a `src`. */
function widthOf(element: HTMLImageElement): number {
  if (getComputedStyle(element).display !== 'inline') return element.width;
  const hadStyle = element.hasAttribute('style');
  const { display } = element.style;
  element.style.display = 'inline-block';
  const { width } = element;
  element.style.display = display;
  // Chromium writes the attribute only when it is asked for: then it can be removed.
  if (!hadStyle && element.hasAttribute('style')) element.removeAttribute('style');
  return width;
}
