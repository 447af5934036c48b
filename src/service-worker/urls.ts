// Addresses as requests have them: parsed and written out by the browser already, so that cutting will do.

/** The origin of a URL; of what is none, such as the empty referrer, the thing itself. */
export const originOf = (url: string): string => /^\w+:\/\/[^/]*/.exec(url)?.[0] ?? url;

/** The URL belongs to the worker's own origin. */
export const isOwn = (url: string): boolean => originOf(url) === self.location.origin;

/** A URL without its fragment, which no server sees. */
export const bare = (url: string): string => url.replace(/#.*/, '');
