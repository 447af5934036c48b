// The role of this page, and the addresses of the others.

import type { Role, Site } from '../../server/site.ts';

const response = await fetch('site.json');

export const site = (await response.json()) as Site;

/** A page that was loaded over TLS talks to all others over TLS, too. */
export const secure = location.protocol === 'https:' && !site.still;

/** Where each page is, without a slash at the end. In a static copy these are folders, named from here. */
export const origins = Object.fromEntries(
  Object.entries(secure ? site.secure : site.plain).map(([role, address]) => [
    role,
    new URL(address, document.baseURI).href.replace(/\/$/, ''),
  ]),
) as Record<Role, string>;

/** What the address asks for. */
export const wishes = new URL(location.href).searchParams;

/** A lock that this page holds until it is closed. Two fronts on one link would each count the requests of the other. */
const isFree = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    });
  });

async function chooseLink(): Promise<string> {
  const wished = wishes.get('link') ?? '';
  const usable = /^[\w-]{1,40}$/.test(wished) && (site.role !== 'front' || (await isFree(`front ${wished}`)));
  return usable ? wished : crypto.randomUUID().slice(0, 8);
}

/** Panels that name the same link share its settings and its counts. */
export const linkId: string = await chooseLink();

/** The thumbnail of a picture, at full speed and not counted. */
export const thumbOf = (name: string): string => `${origins.front}/thumbs/${name}.png`;
