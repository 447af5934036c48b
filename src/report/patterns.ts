// URL patterns that many URLs have in common, in the form that the option `match` of the service worker takes.

/** A part of a path that is a number, a hash or an id: such parts differ from URL to URL. */
const variable = /^-?\d+(?:\.\d+)?$|^(?=.*\d)(?:[0-9a-f]{8,}|[\w-]{20,})$/i;

/** `12@2x.png` is `12` and `@2x.png`. `52.5` is a number without a rest. */
const nameAndRest = /^(-?\d+\.\d+|[^.@]+)([.@].*)?$/;

/** Returns the URL without query, and with `*` for the numbers, hashes and ids in its path. */
function generalised({ origin, pathname }: URL): string {
  const starred = (part: string) =>
    part.replace(nameAndRest, (_, name: string, rest?: string) =>
      variable.test(name) ? `*${rest ?? ''}` : part,
    );
  return origin + pathname.split('/').map(starred).join('/');
}

/**
 * Groups requests by URL pattern: the path as it is, or with `*` for its numbers, hashes and ids where several URLs
 * differ in them. Queries do not count, because a `match` without a query stands for any query.
 */
export function byPattern<Item extends { readonly url: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, { paths: Set<string>; items: Item[] }>();
  for (const item of items) {
    const url = new URL(item.url);
    const pattern = generalised(url);
    const group = groups.get(pattern) ?? { paths: new Set(), items: [] };
    groups.set(pattern, group);
    group.paths.add(url.origin + url.pathname);
    group.items.push(item);
  }
  const named = [...groups].map(([pattern, { paths, items }]) => {
    const [path = pattern] = paths;
    return [paths.size > 1 ? pattern : path, items] as const;
  });
  return new Map(named);
}

/** Returns a pattern as a page of that origin writes it. A path with two slashes at its start would name another host. */
export function withoutOrigin(pattern: string, origin: string | null): string {
  const path = pattern.startsWith(`${origin}/`) ? pattern.slice(`${origin}`.length) : pattern;
  return path.startsWith('//') ? pattern : path;
}
