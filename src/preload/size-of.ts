/** Returns a size that a kind tells; 0 when that is no size. When the kind throws, no one gets the image: it is released. */
export function sizeOf(tell: () => unknown, release: () => void): number {
  try {
    const bytes = tell();
    return typeof bytes === 'number' && bytes > 0 ? bytes : 0;
  } catch (error) {
    release();
    throw error;
  }
}
