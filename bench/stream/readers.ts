// One body read by many at once, chunk by chunk or whole.

import { createFetch } from '../../dist/index.js';

type Get = (url: string) => Promise<Response>;

/** Resolves with the bytes that were read. */
export type Read = (response: Response) => Promise<number>;

/** One request and a clone for each reader: a program without a library. */
function clones(): Get {
  const inFlight = new Map<string, Promise<Response>>();
  return async (url) => {
    let response = inFlight.get(url);
    if (!response) {
      response = fetch(url).finally(() => inFlight.delete(url));
      inFlight.set(url, response);
    }
    return (await response).clone();
  };
}

export const gets: Readonly<Record<string, Get>> = {
  coflight: createFetch(),
  'a clone for each': clones(),
  'a request for each': (url) => fetch(url),
};

export const reads: Readonly<Record<string, Read>> = {
  'chunk by chunk': async (response) => {
    let bytes = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
    return bytes;
  },
  whole: async (response) => (await response.arrayBuffer()).byteLength,
};

/** Returns the milliseconds until that many readers have the whole body. Throws when one of them got less. */
export async function serve(
  get: Get,
  read: Read,
  { url, callers, bytes }: { url: string; callers: number; bytes: number },
): Promise<number> {
  const from = performance.now();
  const lengths = await Promise.all(Array.from({ length: callers }, async () => read(await get(url))));
  const time = performance.now() - from;
  if (lengths.some((length) => length !== bytes)) throw new Error('A reader got less than the whole.');
  return time;
}
