import { withoutUser } from '../http/url.ts';
import { misuse } from '../options/check.ts';
import type { RegisterOptions } from './options.ts';
import { pageOrigin } from './page-origin.ts';

/** The file of a worker, and the scope that it is registered for. */
export interface Script {
  /** The URL. Its query holds the options for the ready-made worker. */
  readonly href: string;
  /** The file as messages name it, without origin and query. */
  readonly file: string;
  /** True for a file of the page's origin. Browsers accept no other. */
  readonly isOwn: boolean;
  /** The folder of the file, which is the widest scope without a `Service-Worker-Allowed` header. */
  readonly folder: string;
  readonly scope: string;
}

/** Returns the path of a worker's file. Another query is another version of the same file. */
export const fileOf = (href: string): string => new URL(href).pathname;

/**
 * Resolves a script and its scope as the browser does: against the base URL of the page, without a fragment. In a frame
 * at a `blob:` URL, where the browser resolves no path, the origin of the page is the base.
 *
 * Throws a TypeError for a `url` or `scope` that is not a URL.
 */
export function scriptOf(url: string, options: RegisterOptions): Script {
  const script = resolve('url', url);
  script.search = [script.search.slice(1), queryOf(options)].filter(Boolean).join('&');
  const { href, pathname: file } = script;
  const isOwn = href.startsWith(`${pageOrigin()}/`);
  const folder = isOwn ? new URL('.', script).href : '';
  const scope = options.scope === undefined ? folder : resolve('scope', options.scope).href;
  return { href, file, isOwn, folder, scope };
}

function resolve(name: string, url: string): URL {
  const { baseURI } = document;
  // No path belongs to a `blob:` URL.
  const base = URL.canParse('/', baseURI) ? baseURI : pageOrigin();
  if (!URL.canParse(url, base)) throw misuse(`\`${name}\` to be a URL`, url);
  // The base URL has the user with whom the page was opened.
  const resolved = withoutUser(url, base);
  resolved.hash = '';
  return resolved;
}

/** Returns the options for the ready-made worker, which reads them from its own URL. */
function queryOf({ match = [], ignoreHeaders = [], maxReplay }: RegisterOptions): string {
  const query = new URLSearchParams();
  for (const one of [match].flat()) query.append('match', one);
  for (const name of ignoreHeaders) query.append('ignoreHeaders', name);
  if (maxReplay !== undefined) query.set('maxReplay', String(maxReplay));
  return String(query);
}
