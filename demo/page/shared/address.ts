// Reads the settings in the address and writes them there. A reload, the gallery and a shared link keep them.

import { signal } from '@preact/signals';
import { defaults, type Settings } from '../../server/settings.ts';
import { wishes } from './site.ts';

/** The settings of a link that have a place in the address, by the names they have there. */
const names = { latency: 'latency', bandwidth: 'bandwidth', cacheControl: 'cache' } as const;

type Kept = Pick<Settings, keyof typeof names>;

/** The settings that the address names. The server checks them. */
export function wishedSettings(): Partial<Kept> {
  const { latency, bandwidth, cacheControl } = names;
  /** Leaves a text that is no whole number as it is, so that the server can refuse it. */
  const number = (name: string) => {
    const text = wishes.get(name) ?? undefined;
    return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
  };
  const found = {
    latency: number(latency),
    bandwidth: number(bandwidth),
    cacheControl: wishes.get(cacheControl) ?? undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Keeps settings in the address, where they are not the usual ones. */
export function keepSettings(settings: Partial<Kept>): void {
  for (const setting of Object.keys(settings) as (keyof Kept)[]) {
    const value = settings[setting];
    if (value === defaults[setting]) drop(names[setting]);
    else keep(names[setting], String(value));
  }
}

/** Counts the changes of the address, so that links to other pages follow them. */
const changes = signal(0);

function show(): void {
  const address = new URL(location.href);
  address.search = String(wishes);
  history.replaceState(history.state, '', address);
  changes.value++;
}

/** Keeps something in the address under that name. */
export function keep(name: string, value: string): void {
  wishes.set(name, value);
  show();
}

/** Takes it out of the address again. */
export function drop(name: string): void {
  wishes.delete(name);
  show();
}

/** The address of another page, with what is kept in this one. */
export function addressOf(page: string): string {
  changes.value;
  const query = new URLSearchParams(wishes);
  query.delete('link');
  return query.size ? `${page}?${query}` : page;
}
