// What the worker's modules find in a service worker, for tests in Node. To be imported before them.

const location = new URL('https://map.example/coflight-sw.js');
/** What the worker listens to, by type. */
export const listeners: Record<string, ((event: never) => unknown)[]> = {};

const addEventListener = (type: string, listener: (event: never) => unknown) =>
  void (listeners[type] ??= []).push(listener);
Object.assign(globalThis, { self: Object.assign(globalThis, { location, addEventListener }) });

/** A request as the worker sees it: with what no constructor lets one say. */
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
