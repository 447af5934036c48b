import { next } from '../http/next.ts';

/** A document of a browser that may render pages in advance. */
interface Prerenderable extends EventTarget {
  readonly prerendering?: boolean;
}

/** Resolves when the page is shown. A browser that renders a page in advance registers no worker until then. */
export async function pageShown(): Promise<void> {
  const page: Prerenderable = document;
  // A frame or a form with the name `prerendering` is `document.prerendering`.
  if (page.prerendering === true) await next(page, 'prerenderingchange');
}
