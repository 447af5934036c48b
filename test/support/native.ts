import { expect } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from './resource.ts';

/** Whether this runs in a browser. */
export const inBrowser: boolean = 'document' in globalThis;

type Query = Parameters<typeof resource>[0];

/** Expects the same of the native response, the leader's and the follower's. Returns it. `open` opens a gate. */
export async function same<T>(
  query: Query,
  init: RequestInit,
  see: (response: Response, open: (gate: string) => Promise<unknown>) => T | Promise<T>,
): Promise<T> {
  const { url, open } = resource(query);
  const fetch = createFetch();
  const native = await see(await globalThis.fetch(url, init), (gate) => open(`${gate}1`));
  const [leader, follower] = await Promise.all([fetch(url, init), fetch(url, init)]);
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
  for (const shared of [leader, follower])
    expect(await see(shared, (gate) => open(`${gate}2`))).toEqual(native);
  return native;
}

/** Headers that no two answers have in common. */
const fleeting = ['date', 'x-number'];

/** All that can be seen of a response without reading it. */
export const outside = (response: Response) => ({
  name: Object.prototype.toString.call(response),
  instance: response instanceof Response,
  url: response.url,
  redirected: response.redirected,
  type: response.type,
  status: response.status,
  statusText: response.statusText,
  ok: response.ok,
  headers: [...response.headers].filter(([name]) => !fleeting.includes(name)),
  hasBody: response.body !== null,
  stream: response.body instanceof ReadableStream,
  locked: response.body?.locked,
  bodyUsed: response.bodyUsed,
});

/** Returns how a promise or a function fails, as a program sees it. */
export async function mistakeOf(act: () => unknown): Promise<string> {
  try {
    const result = await act();
    // A body that no one reads would stay in flight.
    if (result instanceof Response && !result.bodyUsed) await result.body?.cancel();
    return 'none';
  } catch (error) {
    const { name, message } = error as Error;
    return `${Object.prototype.toString.call(error)} ${name}: ${message}`;
  }
}
