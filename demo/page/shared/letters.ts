const weights = [400, 500, 600];
/** Milliseconds after which a font is late. */
const fontTimeout = 1000;

/**
 * Resolves when the page's font has loaded, or is late. Drawn in another font first, lines would break elsewhere, and
 * everything would move.
 */
export async function letters(): Promise<void> {
  const loaded = Promise.all(weights.map((weight) => document.fonts.load(`${weight} 16px Barlow`)));
  const late = new Promise((resolve) => setTimeout(resolve, fontTimeout));
  await Promise.race([loaded, late]).catch(() => {});
}
