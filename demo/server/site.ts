// The demo's origins: the front, and a panel for each way that requests can travel. Ports of their own keep their
// connections, HTTP caches and workers apart.

import type { Region } from './regions.ts';

/** How the requests of a panel travel: natively, through the wrapped fetch, through the service worker. */
export type Mode = 'off' | 'page' | 'worker';

export type Role = 'front' | Mode;

export const roles: readonly Role[] = ['front', 'off', 'page', 'worker'];

/** HTTP/1.1, or HTTP/2, which browsers speak over TLS alone. */
export type Scheme = 'plain' | 'secure';

/** Without a slash at the end. */
export type Origins = Readonly<Record<Role, string>>;

/** What a page must know of the server. */
export interface Site {
  readonly role: Role;
  readonly plain: Origins;
  readonly secure: Origins;
  /** There is no server, but files, and a worker that plays the server. */
  readonly still?: true;
  /** The certificate was made at the start, so browsers do not trust it. */
  readonly ownCertificate: boolean;
  readonly gallery: readonly Region[];
}
