// Images as data, through `fetch`. Here a failure has a reason, so that temporary failures can be retried.

import type { LaneWork, StartOptions } from '../core/lane-work.ts';
import { idOf } from '../http/id-of.ts';
import { textOf } from '../http/text.ts';
import { checkOptions, type OptionKinds } from '../options/check.ts';
import { aFunction, wholeNumberFrom } from '../options/kinds.ts';
import { ownCall } from './busy.ts';
import type { Attributes, Kind } from './kind.ts';
import { failureOf, final, retryDelay } from './retries.ts';

/** How images are fetched. */
export interface FetchedOptions {
  /**
   * The function that is called. It is part of the identity of an image: one user's `fetch` never gets another user's
   * image. Default: the global `fetch`, looked up at each call. A wrapped fetch may also be the `busy` one.
   */
  readonly fetch?: ((...args: Parameters<typeof globalThis.fetch>) => Promise<Response>) | undefined;
  /**
   * The number of retries after a network error, a 429 or a 5xx. A retry waits as long as `Retry-After` says, if that
   * is at most a minute. Without that header it waits one second, then two, four, and so on up to a minute. Default 0.
   */
  readonly retries?: number | undefined;
}

const fetchedKinds: OptionKinds<FetchedOptions> = {
  fetch: aFunction,
  retries: /* @__PURE__ */ wholeNumberFrom(0),
};

/** `createImageBitmap` checks its own options. */
const anyValue = { expected: '', accepts: () => true };

const bitmapKinds: OptionKinds<FetchedOptions & ImageBitmapOptions> = {
  ...fetchedKinds,
  colorSpaceConversion: anyValue,
  imageOrientation: anyValue,
  premultiplyAlpha: anyValue,
  resizeHeight: anyValue,
  resizeQuality: anyValue,
  resizeWidth: anyValue,
};

/**
 * Returns the kind for images as blobs: `images.load({ src: '1.jpg', as: asBlob() })`. An image with a `srcset`
 * rejects, because only an element can choose from it. Throws a `TypeError` or `RangeError` for a wrong option.
 */
export function asBlob(options: FetchedOptions = {}): Kind<Blob> {
  const own = checkOptions(options, fetchedKinds);
  return {
    name: nameOf('blob', own),
    load: (attributes, how) => download(attributes, how, own),
    memoryBytes: (blob) => blob.size,
    networkBytes: (blob) => blob.size,
    ...ofBoth(own),
  };
}

/**
 * Returns the kind for images as bitmaps. It takes the options of `createImageBitmap`, too. Each caller gets its own
 * bitmap, and closes it. Throws a `TypeError` or `RangeError` for a wrong option. The browser checks those of
 * `createImageBitmap`: with a wrong one, the load rejects.
 */
export function asBitmap(options: FetchedOptions & ImageBitmapOptions = {}): Kind<ImageBitmap> {
  const own = checkOptions(options, bitmapKinds);
  const { fetch, retries, ...shape } = own;
  const { premultiplyAlpha = 'default' } = shape;
  const sizes = new WeakMap<ImageBitmap, number>();
  return {
    name: nameOf(`bitmap ${textOf(Object.entries(shape).flat())}`, own),
    load(attributes, how) {
      const { result: blob, abort } = download(attributes, how, own);
      const decode = async (blob: Blob) => {
        const bitmap = await createImageBitmap(blob, shape).catch((error) => {
          throw final(error);
        });
        sizes.set(bitmap, blob.size);
        return bitmap;
      };
      return { result: blob.then(decode), freed: blob, abort };
    },
    // A bitmap has its size and its colours already, but the browser would premultiply a copy.
    copy: (bitmap) => createImageBitmap(bitmap, { premultiplyAlpha }),
    memoryBytes: ({ width, height }) => width * height * 4,
    networkBytes: (bitmap) => sizes.get(bitmap),
    release: (bitmap) => bitmap.close(),
    ...ofBoth(own),
  };
}

const nameOf = (name: string, { fetch }: FetchedOptions) => (fetch ? `${name} by ${idOf(fetch)}` : name);

const credentialsOf = ({ crossOrigin }: Attributes) =>
  crossOrigin === 'use-credentials' ? 'include' : 'same-origin';

function download(
  attributes: Attributes,
  { urgent }: StartOptions,
  { fetch = globalThis.fetch }: FetchedOptions,
): LaneWork<Blob> {
  const { src, srcset, referrerPolicy = '' } = attributes;
  if (srcset) throw final(new TypeError('`asBlob()` and `asBitmap()` take no `srcset`: pass one `src`.'));
  const control = new AbortController();
  const init: RequestInit = {
    signal: control.signal,
    priority: urgent ? 'high' : 'low',
    credentials: credentialsOf(attributes),
    referrerPolicy: referrerPolicy as ReferrerPolicy,
  };
  const response = ownCall(src, () => fetch(src, init));
  return {
    result: response.then((answer) => blobOf(answer, src)),
    abort: (reason) => control.abort(reason),
  };
}

/** The methods that both kinds have. */
const ofBoth = ({ fetch, retries }: FetchedOptions): Pick<Kind<unknown>, 'request' | 'retry'> => ({
  request(attributes) {
    // A caller's own `fetch` may send another request, and a wrapped fetch has events of its own.
    if (fetch || 'stats' in globalThis.fetch) return undefined;
    return {
      url: attributes.src,
      destination: '',
      mode: 'cors',
      credentials: credentialsOf(attributes),
      referrerPolicy: (attributes.referrerPolicy ?? '') as ReferrerPolicy,
      headers: [],
    };
  },
  retry: (error, failures) => retryDelay(error, failures, retries),
});

/** Resolves with the body. The error of another status names `src`: a response that a script has made has no URL. */
async function blobOf(response: Response, src: string): Promise<Blob> {
  if (response.ok) return response.blob();
  // Nothing reads this body, so the connection becomes free. That fails when a caller's own `fetch` has read the body, and
  // takes until the end of a copy in WebKit.
  response.body?.cancel().catch(() => {});
  throw failureOf(response, src);
}
