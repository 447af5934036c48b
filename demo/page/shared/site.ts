// Who this page is, and where the others are.

import type { Origins, Site } from '../../server/site.ts';

const response = await fetch('/site.json');

export const site = (await response.json()) as Site;

/** Over TLS a page keeps to TLS, with all that it talks to. */
export const secure = location.protocol === 'https:';

export const origins: Origins = secure ? site.secure : site.plain;

/** What the address asks for. */
export const wishes = new URL(location.href).searchParams;

/** Tabs that name the same link share its settings and its counts. */
export const linkId = ((wished) =>
  wished && /^[\w-]{1,40}$/.test(wished) ? wished : crypto.randomUUID().slice(0, 8))(wishes.get('link'));

/** The thumbnail of a picture, at full speed and not counted. */
export const thumbOf = (name: string) => `${origins.front}/thumbs/${name}.png`;
