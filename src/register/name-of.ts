import { isHttp, withoutFragment } from '../http/url.ts';
import type { RequestName } from '../protocol/messages.ts';
import type { RequestFacts } from './sources.ts';

/** Returns the absolute URL, as the worker sees it. */
export const fullUrl = (url: string): string => new URL(url, document.baseURI).href;

/** Names the image at a URL, when nothing else is known of its request. */
export const imageAt = (url: string): RequestName => ({ url: fullUrl(url), destination: 'image' });

/** Names a request by everything that its page has set. `page` is the URL of the page when the request was sent. */
export function nameOf(request: RequestFacts, page: string = location.href): RequestName {
  const { url, destination, method, mode, credentials, cache, redirect, integrity, referrerPolicy } = request;
  const headers = new Headers([...request.headers] as [string, string][]);
  // Every browser sends this for a `fetch` without an `Accept`. For other requests browsers differ.
  if (!destination && !headers.has('accept')) headers.set('accept', '*/*');
  return {
    ...{ url, destination, method, mode, credentials, cache, redirect, integrity, referrerPolicy },
    referrer: request.referrer === 'about:client' ? referrerOf(page) : request.referrer,
    headers: [...headers],
  };
}

/** Returns the referrer of a page's requests. A frame without an address, such as `srcdoc`, may have its parent's. */
const referrerOf = (page: string) => (isHttp(page) ? withoutFragment(page) : undefined);
