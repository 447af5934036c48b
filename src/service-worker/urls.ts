/** The origin of a URL; of what is none, such as the empty referrer, the thing itself. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** The URL belongs to the worker's own origin. */
export function isOwn(url: string): boolean {
  return originOf(url) === self.location.origin;
}

/** A URL without its fragment, which no server sees. */
export const bare = (url: string): string => url.replace(/#.*/, '');
