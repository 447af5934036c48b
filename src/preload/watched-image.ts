// An `<img data-src>` that a watcher follows. Its `data-` attributes name its sources, as do those of the `<source>` elements
// of its `<picture>`.

import { absoluteSrcset, withAddresses } from '../http/srcset.ts';
import { sizesOf } from './auto-sizes.ts';
import { elementIn } from './element-kind.ts';
import { htmlElement } from './html-element.ts';
import { addressOf, type ImageRequest } from './source.ts';

export const selector: string = 'img[data-src]';
export const attributes: readonly string[] = ['data-src', 'data-srcset'];

/**
 * Resolves with the image that the element would request, chosen as the browser chooses. Resolves with undefined while
 * that depends on a width that the element does not have. Rejects for a wrong address.
 */
export async function sourceOf(element: HTMLImageElement): Promise<ImageRequest | undefined> {
  const { dataset, crossOrigin, referrerPolicy, ownerDocument, baseURI } = element;
  const chosen = await chosenCandidate(element);
  const { srcset, sizes } = chosen ?? { srcset: dataset.srcset, sizes: sizesOf(element) };
  if (sizes === undefined && srcset) return undefined;
  const as = ownerDocument === document ? undefined : elementIn(ownerDocument);
  return {
    // No test takes the attribute away while its image is chosen.
    src: addressOf(dataset.src ?? '', baseURI),
    srcset: srcset && absoluteSrcset(srcset, baseURI),
    sizes: srcset && sizes,
    crossOrigin,
    referrerPolicy,
    as,
  };
}

/** Shows an image that was loaded for the element. The browser still has it, so it sends no second request. */
export function show(element: HTMLImageElement, { src, currentSrc }: HTMLImageElement): void {
  const { srcset } = element.dataset;
  for (const source of sourcesOf(element)) {
    source.srcset = srcsetOf(source);
    source.removeAttribute('data-srcset');
  }
  // WebKit acts on each attribute at once, so the one with the address that was loaded comes first.
  if (srcset && currentSrc !== src) element.srcset = srcset;
  element.src = src;
  // The browser would show a candidate of a placeholder, or of the element's former image. Chromium and WebKit forget the
  // density of that candidate when the attribute changes, but not when it is only removed.
  if (!srcset || currentSrc === src) element.srcset = srcset ?? '';
  if (!srcset) element.removeAttribute('srcset');
  for (const name of attributes) element.removeAttribute(name);
}

const srcsetOf = ({ dataset, srcset }: HTMLSourceElement) => dataset.srcset ?? srcset;

/** Returns the sources that the browser chooses from: those before the image. */
const sourcesOf = (element: HTMLImageElement): HTMLSourceElement[] => {
  const { parentElement } = element;
  return parentElement && isPicture(parentElement)
    ? [...parentElement.querySelectorAll('source')].filter(
        (source) => srcsetOf(source) && source.compareDocumentPosition(element) & 4,
      )
    : [];
};

/** A candidate of a source. Its `sizes` are undefined while the element has no width. */
interface Candidate {
  /** The address alone, which is the candidate for every screen: an image never falls back to its `src`. */
  readonly srcset: string;
  readonly sizes: string | undefined;
}

/**
 * Lets the browser choose among copies of the sources, whose candidates are numbers. There are no blobs of these
 * names, so nothing is sent, and no Content-Security-Policy reports a violation.
 */
async function chosenCandidate(element: HTMLImageElement): Promise<Candidate | undefined> {
  const candidates: Candidate[] = [];
  const twins = sourcesOf(element).map((source) => {
    const sizes = sizesOf(element, source);
    const srcset = withAddresses(
      srcsetOf(source),
      (address) => `blob:${candidates.push({ srcset: address, sizes }) - 1}`,
    );
    return Object.assign(source.cloneNode() as HTMLSourceElement, { sizes: sizes ?? '', srcset });
  });
  const { ownerDocument } = element;
  const image = htmlElement(ownerDocument, 'img');
  htmlElement(ownerDocument, 'picture').append(...twins, image);
  // The browser chooses at the end of the turn.
  await undefined;
  return candidates[Number.parseInt(image.currentSrc.slice('blob:'.length), 10)];
}

/** Returns the images that wait at or below a node. They may belong to another realm, that of a frame. */
export const imagesIn = (node: Node): HTMLImageElement[] =>
  'querySelectorAll' in node
    ? ([node, ...(node as ParentNode & Node).querySelectorAll(selector)] as HTMLElement[]).filter(isImage)
    : [];

/**
 * Returns the images that the browser would choose anew after a change: an image with another attribute, one that came into
 * a picture or left it, and those beside a source that changed, came or left.
 */
export function imagesOf({ type, target, addedNodes, removedNodes }: MutationRecord): HTMLImageElement[] {
  const isOwn = type === 'attributes';
  const parent = isOwn ? target.parentNode : target;
  const changed = isOwn ? [target] : [...addedNodes, ...removedNodes];
  return changed.flatMap((node) => {
    if (isSource(node) && parent) return imagesIn(parent);
    return isImage(node) && (isOwn || isPicture(parent)) ? [node] : [];
  });
}

const isImage = (node: Node): node is HTMLImageElement => (node as Element).localName === 'img';
const isSource = (node: Node) => (node as Element).localName === 'source';
const isPicture = (node: Node | null) => (node as Element | null)?.localName === 'picture';
