// undici's interceptor under undici's own fetch, for Node alone.

/// <reference path="./packages.d.ts" />

import { Agent, fetch, interceptors, Response } from 'undici';
import type { Contender } from './contender.ts';

export function undici(): Contender {
  const dispatcher = new Agent().compose(interceptors.deduplicate());
  return {
    takes: new Set(['init', 'method', 'signal', 'response']),
    Response,
    get: (url, init) => fetch(url, { ...init, dispatcher }),
  };
}
