import { onTestFinished, vi } from 'vitest';
import { createPreloader, type Preloader, type PreloaderOptions } from '../../src/preload/index.ts';
import { inWebKit } from './in-webkit.ts';
import { resource } from './resource.ts';

/** An image of the counting server, 8 by 6 pixels unless the query says otherwise. */
export const picture = (query: Record<string, string | number> = {}) => resource({ image: '8x6', ...query });

/** So many of them. */
export const pictures = (count: number, query: Record<string, string | number> = {}) =>
  Array.from({ length: count }, () => picture(query));

export const urls = (list: readonly { readonly url: string }[]) => list.map(({ url }) => url);

/** How often each was asked for. */
export const hitsOf = (list: readonly { readonly hits: () => Promise<number> }[]) =>
  Promise.all(list.map(({ hits }) => hits()));

/**
 * Resolves when the server has seen so many requests of `<img>` elements break off. WebKit lets them go on.
 */
export async function ended(
  images: { readonly seen: (wanted: { aborted: number }) => Promise<unknown> } | undefined,
  aborted = 1,
): Promise<void> {
  if (!inWebKit) await images?.seen({ aborted });
}

/** Makes a preloader for one test. By default it does not wait for an idle moment. */
export function preloader(options: PreloaderOptions = {}): Preloader {
  const images = createPreloader({ idleTimeout: 0, ...options });
  onTestFinished(() => images.destroy());
  return images;
}

/** Hides or shows the tab, as the page sees it. */
export function hideTab(hidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

/** A connection that can change; `navigator.connection` for one test. */
export function connect(kind: { saveData?: boolean; effectiveType?: string }) {
  const connection = Object.assign(new EventTarget(), kind);
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'connection');
  });
  return (changed: typeof kind) => {
    Object.assign(connection, changed);
    connection.dispatchEvent(new Event('change'));
  };
}

/** An `<img>` with these attributes, 8 by 6 pixels; `far` is out of view. */
export function element(attributes: Record<string, string>, far = false): HTMLImageElement {
  const image = document.createElement('img');
  for (const [name, value] of Object.entries(attributes)) image.setAttribute(name, value);
  image.style.cssText = `position: absolute; width: 8px; height: 6px; top: ${far ? 100_000 : 0}px`;
  return image;
}
