// How a caller reads an answer. Pages load this module with its types stripped.

import type { Use } from './program.ts';

export interface Reading {
  readonly status: number;
  /** The body; undefined when the caller did not read all of it. */
  readonly text: string | undefined;
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function stream(response: Response, pause = 0): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    text += decoder.decode(chunk.value, { stream: true });
    if (pause) await sleep(pause);
  }
  return text + decoder.decode();
}

const uses: Readonly<Record<Use, (response: Response) => Promise<string | undefined>>> = {
  text: (response) => response.text(),
  json: async (response) => JSON.stringify(await response.json()),
  blob: async (response) => (await response.blob()).text(),
  bytes: async (response) => new TextDecoder().decode(await response.arrayBuffer()),
  stream: (response) => stream(response),
  slow: (response) => stream(response, 10),
  clone: async (response) => {
    const [one, other] = await Promise.all([response.clone().text(), response.text()]);
    if (one !== other) throw new Error('A response and its clone differ.');
    return one;
  },
  cancel: async (response) => {
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return undefined;
  },
};

export const readings = {
  fetch: async (response: Response, use: Use): Promise<Reading> => ({
    status: response.status,
    text: await uses[use](response),
  }),

  /** Rejects with the reason when the signal aborts, as `fetch` does. */
  xhr: (
    url: string,
    { method = 'GET', headers, body, signal }: RequestInit,
    reason?: Error,
  ): Promise<Reading> =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open(method, url);
      for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
        xhr.setRequestHeader(name, value);
      xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
      xhr.onerror = () => reject(new TypeError('The XHR failed.'));
      // Chromium fires `abort`, too, when a body under a worker breaks off.
      xhr.onabort = () => reject(signal?.aborted ? reason : new TypeError('The XHR broke off.'));
      signal?.addEventListener('abort', () => xhr.abort());
      xhr.send((body ?? null) as string | null);
    }),
};
