// The cancel channel: before the headers a worker cannot see that a page has given a request up, so the page says it.

import type { PageMessage, RequestName } from '../protocol/messages.ts';
import type { FlightSource, Settled } from './options.ts';

type Tell = (message: PageMessage) => void;

/** A URL in full, as the worker sees it. */
export const fullUrl = (url: string): string => new URL(url, document.baseURI).href;

/** A request by the name that its worker knows; a URL alone is that of an `<img>`. */
export function nameOf(request: Request | string): RequestName {
  if (typeof request === 'string') return { url: fullUrl(request), destination: 'image' };
  const { url, destination, mode, credentials, headers } = request;
  return { url, destination, mode, credentials, headers: [...headers] };
}

/** Tells the worker what becomes of the page's requests, and when the page goes. Returns what ends that. */
export function tellDepartures(tell: Tell, source: FlightSource | undefined): () => void {
  const onSettle = ({ detail }: CustomEvent<Settled>) => {
    const { url, request, role, outcome } = detail;
    if (role === 'bypass' && URL.canParse(url, document.baseURI))
      tell({ type: 'coflight:answered', url: fullUrl(url) });
    if (outcome === 'abandoned' && request) tell({ type: 'coflight:leave', request: nameOf(request) });
  };
  // A page that goes into the back/forward cache may come back for its answers.
  const onHide = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) tell({ type: 'coflight:leave' });
  };
  source?.addEventListener('settle', onSettle);
  addEventListener('pagehide', onHide);
  return () => {
    source?.removeEventListener('settle', onSettle);
    removeEventListener('pagehide', onHide);
  };
}
