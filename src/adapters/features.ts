/** The part of a format, such as `GeoJSON` or `MVT`, that is used. */
export interface FormatLike<Feature> {
  getType(): string;
  readFeatures(source: string | ArrayBuffer, options: object): Feature[];
}

/** Reads the features of a response. Throws for an error status, because its body is no data. */
export async function featuresOf<F>(
  response: Response,
  format: FormatLike<F>,
  options: object,
): Promise<F[]> {
  if (!response.ok) throw new Error(`GET ${response.url} failed: ${response.status}.`);
  const binary = format.getType() === 'arraybuffer';
  return format.readFeatures(await (binary ? response.arrayBuffer() : response.text()), options);
}
