import { isSameUrl } from '../http/url.ts';
import type { Matches } from './events.ts';
import { addressOf } from './source.ts';

/** The images that `forget` forgets: those of an address, or those that a function picks. */
export type ForgetTarget = string | URL | Request | ((image: { readonly url: string }) => boolean);

/** Returns a test for the images of a target. Without a target, matches every image. */
export function matcherOf(target: ForgetTarget | undefined): Matches {
  if (target === undefined) return () => true;
  if (typeof target === 'function') return ({ url }) => target({ url });
  const { url = target } = Object(target) as Request;
  const address = addressOf(url as string | URL, undefined, 'target');
  return (image) => isSameUrl(image.url, address);
}
