/** Loads and decodes an image, as a page does that knows no better. */
export async function show(src) {
  const image = new Image();
  image.src = src;
  await image.decode();
}
