// An answer of Node's server, as a link writes it.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Sink } from './link.ts';

export function sinkOf(res: ServerResponse): Sink {
  const gone = new AbortController();
  const { signal } = gone;
  res.once('close', () => gone.abort());
  return {
    signal,
    head(headers) {
      res.writeHead(200, headers);
      res.flushHeaders();
    },
    async write(piece) {
      if (!res.write(piece)) await once(res, 'drain', { signal });
    },
    end: () => void res.end(),
  };
}
