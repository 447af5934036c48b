import { reportError } from '../core/report-error.ts';

/** Returns a size that a kind tells; 0 when that is no size. The image is there, also when the kind throws. */
export function sizeOf(tell: () => unknown): number {
  try {
    const bytes = tell();
    if (typeof bytes === 'number' && bytes > 0) return bytes;
  } catch (error) {
    reportError(error);
  }
  return 0;
}
