// The `loader` of a `Vector` source of OpenLayers.

import { checkValue } from '../options/check.ts';
import { withMethod } from '../options/kinds.ts';
import { type FormatLike, fetchFeatures } from './features.ts';
import { checkFetching, type Fetching, urlOrFunction } from './fetch-option.ts';

/** The URL of features, or a function that returns the URL of those in an extent. */
export type FeatureUrl = string | ((extent: number[], resolution: number, projection: never) => string);

/** Adds features to the source that it is called on, as OpenLayers does. Without its callbacks, returns them. */
export type FeatureLoader<Feature> = (
  this: unknown,
  extent: number[],
  resolution: number,
  projection: unknown,
  success?: (features: Feature[]) => void,
  failure?: () => void,
) => Promise<Feature[]> | undefined;

/** The part of a `Vector` source that is used. */
interface FeatureSourceLike {
  addFeatures(features: unknown[]): void;
}

/**
 * Returns a `loader` for a `Vector` source that loads features of any format, such as GeoJSON, with the wrapped
 * `fetch`. An error status is a failure. Throws a TypeError for a wrong argument.
 *
 * @example
 * const format = new GeoJSON();
 * new VectorSource({ format, loader: featureLoader('/cities.json', format, { fetch }) });
 */
export function featureLoader<Feature>(
  url: FeatureUrl,
  format: FormatLike<Feature>,
  options: Fetching,
): FeatureLoader<Feature> {
  checkValue('url', url, urlOrFunction('a URL or a function'));
  checkValue('format', format, withMethod('readFeatures', 'a format of OpenLayers'));
  const { fetch } = checkFetching(options, {});
  const load = async (extent: number[], resolution: number, projection: unknown) => {
    const href = typeof url === 'string' ? url : url(extent, resolution, projection as never);
    return fetchFeatures(fetch, href, format, { extent, featureProjection: projection });
  };
  return function (this: unknown, extent, resolution, projection, success, failure) {
    const features = load(extent, resolution, projection);
    // OpenLayers before 10.9 ignores a promise. Later versions ignore their callbacks when they get one.
    if (!this || !success) return features;
    const add = (loaded: Feature[]) => {
      (this as FeatureSourceLike).addFeatures(loaded);
      success(loaded);
    };
    features.then(add).catch(failure);
    return undefined;
  };
}
