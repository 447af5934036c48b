import { bare } from '../http/bare.ts';
import type { HarEntry } from './har-entry.ts';

/** The maker of a request. The wrapped `fetch` sees the first kind only. */
export type Maker = 'fetch' | 'xhr' | 'element' | 'navigation' | 'media' | 'other';

type Makers = Readonly<Record<string, Maker>>;

const all = (names: readonly string[], maker: Maker): Makers =>
  Object.fromEntries(names.map((name) => [name, maker]));

/** Makers by the resource types of Chromium and Playwright. A HAR may name a type `constructor`. */
const byType: Makers = bare({
  fetch: 'fetch',
  xhr: 'xhr',
  document: 'navigation',
  ...all(['media', 'texttrack'], 'media'),
  ...all(['image', 'stylesheet', 'script', 'font', 'manifest'], 'element'),
});

/** Makers by `Sec-Fetch-Dest`. All others are elements. */
const byDestination: Makers = bare({
  empty: 'fetch',
  ...all(['document', 'iframe', 'frame', 'embed', 'object'], 'navigation'),
  ...all(['audio', 'track', 'video'], 'media'),
});

/** Returns the maker of a request. Not every tool records it, but most browsers tell it to the server. */
export function makerOf({ response, _resourceType }: HarEntry, headers: Headers): Maker {
  // Proxies record a WebSocket as a GET of an `https:` URL.
  if (response.status === 101 || headers.get('accept') === 'text/event-stream') return 'other';
  if (_resourceType) return byType[_resourceType] ?? 'other';
  const destination = headers.get('sec-fetch-dest');
  if (headers.get('sec-fetch-mode') === 'navigate') return 'navigation';
  if (destination) return byDestination[destination] ?? 'element';
  return byContent(headers.get('accept') ?? '', response.content?.mimeType ?? '');
}

function byContent(accept: string, type: string): Maker {
  if (/^text\/html/.test(accept)) return 'navigation';
  if (/^(?:image|text\/css)/.test(accept)) return 'element';
  if (/^(?:audio|video)\//.test(type)) return 'media';
  return /javascript|^(?:font|image)\/|^text\/css/.test(type) ? 'element' : 'fetch';
}
