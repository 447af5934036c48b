import { defineInspector, type InspectorElement, tagName } from './inspector-element.ts';
import type { InspectedFetch, InspectedImages, InspectedWorker } from './sources.ts';

/**
 * Shows what a wrapped fetch, a preloader and a service worker do. Uses the first `<coflight-inspector>` of the document,
 * or appends one that is docked at the bottom of the window. Returns the element; undefined where there is no document, or
 * one that cannot show it (an SVG, older jsdom). Throws a TypeError for something else, such as the platform's own `fetch`.
 *
 * @example
 * if (import.meta.env.DEV) inspect(fetch, images, worker);
 */
export function inspect(
  fetch: InspectedFetch | undefined,
  images?: InspectedImages | undefined,
  worker?: InspectedWorker | undefined,
): InspectorElement | undefined {
  defineInspector();
  if (!globalThis.customElements?.get(tagName)) return;
  const existing = document.querySelector(tagName);
  const element = existing ?? document.createElement(tagName);
  // A document that is no HTML, such as an SVG, makes another one.
  if (!element.inspect) return;
  element.inspect({ fetch, images, worker });
  // A script in the `<head>` runs before there is a body.
  if (!existing) (document.body ?? document.documentElement).append(element);
  return element;
}
