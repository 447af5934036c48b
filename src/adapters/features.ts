import type { Fetch } from './fetch-option.ts';

/** The part of a format, such as `GeoJSON` or `MVT`, that is used. */
export interface FormatLike<Feature> {
  getType(): string;
  readFeatures(source: string | ArrayBuffer, options: object): Feature[];
}

/** Fetches features. Throws for an error status, because its body is no data. */
export async function fetchFeatures<F>(
  fetch: Fetch,
  url: string,
  format: FormatLike<F>,
  options: object,
): Promise<F[]> {
  const response = await fetch(url);
  // A response that a script has made has no URL.
  if (!response.ok) throw new Error(`GET ${response.url || url} failed: ${response.status}.`);
  const binary = format.getType() === 'arraybuffer';
  return format.readFeatures(await (binary ? response.arrayBuffer() : response.text()), options);
}
