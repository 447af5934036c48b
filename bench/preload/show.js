/** Loads and decodes an image, as a simple page does. */
export async function show(src) {
  const image = new Image();
  image.src = src;
  await image.decode();
}
