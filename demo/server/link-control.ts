// The requests by which a page controls its link.

import type { Link } from './link.ts';

interface Details {
  /** The first request of the log that is wanted. */
  readonly from: number;
  readonly body: unknown;
}

/** Carries out a request by its method and path. Returns the answer; undefined for an unknown path. Throws `BadRequest`. */
export function controlled(link: Link, wanted: string, { from, body }: Details): unknown {
  if (wanted === 'GET') return link.report(from);
  if (wanted === 'PATCH') return link.change(body);
  if (wanted === 'DELETE counts') return link.reset();
  if (wanted === 'GET hits') return link.hits;
  return undefined;
}
