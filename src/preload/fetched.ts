// Images as data, through `fetch`: what went wrong can be known here, so what may pass can be tried again.

import type { LaneWork } from '../core/job.ts';
import { uncounted } from './foreground.ts';
import type { Attributes, Kind } from './kind.ts';

/** How images are fetched. */
export interface FetchedOptions {
  /** What to call; by default the global `fetch`, looked up at each call. A wrapped one may be `busy` as well. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * How many more times an image is tried after a network error, a 429 or a 5xx: after what `Retry-After` says, if
   * that is at most a minute, or else after a second, two, four. By default 0.
   */
  readonly retries?: number | undefined;
}

/** Milliseconds: who asks for more patience is not asked again. */
const longestRest = 60_000;

/** The rest that a server has asked for, in milliseconds; NaN where it did not say. */
const rests = new WeakMap<object, number>();

/**
 * Images as blobs: `images.load({ src: '1.jpg', as: asBlob() })`. The address is all that counts: a `srcset` rejects,
 * because only an element can choose from it.
 */
export function asBlob(options: FetchedOptions = {}): Kind<Blob> {
  return {
    name: 'blob',
    load: (attributes, urgent) => download(attributes, urgent, options),
    copy: (blob) => blob,
    memory: (blob) => blob.size,
    bytes: (blob) => blob.size,
    again: (error, failures) => again(error, failures, options.retries),
  };
}

/** Images as bitmaps, with the options of `createImageBitmap`. Each caller has a bitmap to close. */
export function asBitmap(options: FetchedOptions & ImageBitmapOptions = {}): Kind<ImageBitmap> {
  const { fetch, retries, ...how } = options;
  const sizes = new WeakMap<ImageBitmap, number>();
  return {
    name: `bitmap ${JSON.stringify(how)}`,
    load(attributes, urgent) {
      const { result: blob, abort } = download(attributes, urgent, options);
      const decode = async (blob: Blob) => {
        const bitmap = await createImageBitmap(blob, how);
        sizes.set(bitmap, blob.size);
        return bitmap;
      };
      return { result: blob.then(decode), freed: blob, abort };
    },
    copy: (bitmap) => createImageBitmap(bitmap),
    memory: ({ width, height }) => width * height * 4,
    bytes: (bitmap) => sizes.get(bitmap),
    release: (bitmap) => bitmap.close(),
    again: (error, failures) => again(error, failures, retries),
  };
}

function download(attributes: Attributes, urgent: boolean, { fetch }: FetchedOptions): LaneWork<Blob> {
  const { src, srcset, crossOrigin, referrerPolicy } = attributes;
  if (srcset) throw new RangeError(`Expected \`srcset\` with an element only, got \`${srcset}\`.`);
  const control = new AbortController();
  const init: RequestInit = {
    signal: control.signal,
    priority: urgent ? 'high' : 'low',
    credentials: crossOrigin === 'use-credentials' ? 'include' : 'same-origin',
    referrerPolicy: (referrerPolicy ?? '') as ReferrerPolicy,
  };
  const response = uncounted(() => (fetch ?? globalThis.fetch)(src, init));
  return { result: response.then(blobOf), abort: (reason) => control.abort(reason) };
}

async function blobOf(response: Response): Promise<Blob> {
  if (response.ok) return response.blob();
  const error = new Error(`GET ${response.url} failed: ${response.status} ${response.statusText}`);
  if (response.status === 429 || response.status >= 500) rests.set(error, restOf(response));
  // Nobody reads this body: the connection is free at once.
  await response.body?.cancel();
  throw error;
}

/** `Retry-After` is in seconds or a date. */
function restOf({ headers }: Response): number {
  const wanted = headers.get('retry-after') ?? '';
  return wanted.trim() && !Number.isNaN(+wanted) ? +wanted * 1000 : Date.parse(wanted) - Date.now();
}

function again(error: unknown, failures: number, retries = 0): Promise<unknown> | undefined {
  // The network's own errors are TypeErrors.
  const rest = error instanceof TypeError ? Number.NaN : rests.get(error as object);
  if (failures > retries || rest === undefined || rest > longestRest) return undefined;
  return new Promise((resolve) => setTimeout(resolve, Number.isNaN(rest) ? 500 * 2 ** failures : rest));
}
