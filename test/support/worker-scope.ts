// The globals of a service worker, for tests of its modules in Node. Import it before them.

const location = new URL('https://map.example/coflight-sw.js');
/** The worker's listeners, by type. */
export const listeners: Record<string, ((event: never) => unknown)[]> = {};

const addEventListener = (type: string, listener: (event: never) => unknown) =>
  void (listeners[type] ??= []).push(listener);
/** The messages to each page. A client whose id ends in "worker" is none. */
export const told: { readonly page: string; readonly message: unknown }[] = [];

const clients = {
  get: async (page: string) => ({
    type: page.endsWith('worker') ? 'worker' : 'window',
    postMessage: (message: unknown) => void told.push({ page, message }),
  }),
};
Object.assign(globalThis, { self: Object.assign(globalThis, { location, addEventListener, clients }) });

/** A request as the worker sees it, with members that no constructor can set. */
export function seen(
  url: string,
  { destination = '', ...init }: RequestInit & { destination?: string } = {},
): Request {
  const { headers, signal = null, ...rest } = init;
  const request = new Request(new URL(url, location), { headers: headers ?? {}, signal });
  const defaults = {
    mode: 'cors',
    credentials: 'same-origin',
    referrer: 'https://map.example/page',
    referrerPolicy: 'strict-origin-when-cross-origin',
    keepalive: false,
    cache: 'default',
  };
  for (const [name, value] of Object.entries({ ...defaults, destination, ...rest }))
    Object.defineProperty(request, name, { value });
  return request;
}
