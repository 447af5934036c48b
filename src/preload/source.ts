// What to load, and what makes two images the same: everything that decides which bytes come and how.

import { element } from './element.ts';
import type { Attributes, Kind } from './kind.ts';
import { refuse } from './refuse.ts';

/** An image to load: its address, or its address with what else decides which bytes come. */
export type ImageSource<Result = HTMLImageElement> = string | URL | ImageRequest<Result>;

/** The parts of an image request. They have the names and the meaning of the attributes of `<img>`. */
export interface ImageRequest<Result = HTMLImageElement> {
  /** Relative to the document. */
  readonly src: string | URL;
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  readonly crossOrigin?: string | null | undefined;
  readonly referrerPolicy?: string | undefined;
  /** What becomes of it: by default an element. */
  readonly as?: Kind<Result> | undefined;
  /** Larger goes first in the queue. Not part of the identity. By default 0. */
  readonly priority?: number | undefined;
}

/** An image request with everything decided. */
export interface Wanted<Result> {
  /** Equal for two requests exactly when one load serves both. */
  readonly key: string;
  /** In the order in which an element wants them: nothing starts before all is said. */
  readonly attributes: Attributes;
  readonly as: Kind<Result>;
  readonly priority: number;
}

const optional = ['crossOrigin', 'referrerPolicy', 'sizes', 'srcset'] as const;

/** Reads a source; a `TypeError` says what is wrong with it. */
export function wanted<Result>(source: ImageSource<Result>): Wanted<Result> {
  const given = source as Partial<ImageRequest<Result>> | null | undefined;
  const request = (given?.src === undefined ? { src: source } : given) as ImageRequest<Result>;
  const { as = element as unknown as Kind<Result>, priority = 0 } = request;
  const attributes: Record<string, string> = {};
  for (const name of optional) if (request[name] != null) attributes[name] = request[name];
  try {
    const { href = request.src } = request.src as Partial<URL>;
    // What is empty would be the document itself, and what is neither a string nor a URL has nothing to trim.
    attributes.src = new URL((href as string).trim() || '//', document.baseURI).href;
  } catch {
    refuse('src', 'the address of an image', request.src);
  }
  return {
    key: JSON.stringify([as.name, attributes]),
    attributes: attributes as unknown as Attributes,
    as,
    priority,
  };
}
