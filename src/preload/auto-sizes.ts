// `sizes="auto"`: a lazy image takes its width from its layout.

/**
 * Returns the `sizes` with which another image chooses the candidate that this element, or a source of its picture, will
 * choose. Returns undefined while the element has no width.
 */
export function sizesOf(
  element: HTMLImageElement,
  source: HTMLImageElement | HTMLSourceElement = element,
): string | undefined {
  const isAuto =
    // Of the sizes of its image, a source takes `auto` alone.
    /^\s*auto\b/i.test(source.sizes || element.sizes) &&
    element.loading === 'lazy' &&
    // The style sheet of a browser that knows `auto` sets this.
    getComputedStyle(element).contain.includes('size');
  if (!isAuto) return source.sizes;
  const width = widthOf(element);
  return width ? `${width}px` : undefined;
}

/** Calls back while the element has a width, now and when it changes. Returns a function that ends this. */
export function whenSized(element: HTMLImageElement, callback: () => void): () => void {
  const observer = new ResizeObserver(() => widthOf(element) && callback());
  observer.observe(element);
  return () => observer.disconnect();
}

/** Returns the width of the layout in CSS pixels. Chromium gives an inline image without `src` another width. */
function widthOf(element: HTMLImageElement): number {
  if (getComputedStyle(element).display !== 'inline') return element.width;
  const hadStyle = element.hasAttribute('style');
  const { display } = element.style;
  element.style.display = 'inline-block';
  const { width } = element;
  element.style.display = display;
  // Chromium adds an empty attribute when it is read. It is removed again.
  if (!hadStyle && element.hasAttribute('style')) element.removeAttribute('style');
  return width;
}
