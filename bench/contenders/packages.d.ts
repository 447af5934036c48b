// The used parts of the packages in package.json. The packages are installed when a benchmark needs them, and the types
// are needed before.

declare module 'holdon' {
  export default class HoldOn {
    static create(names: string[]): HoldOn;
    add(key: string, ...values: unknown[]): boolean;
    remove(key: string): Record<string, never[]>;
  }
}

declare module 'p-memoize' {
  export default function pMemoize<Arguments extends unknown[], Value>(
    work: (...args: Arguments) => Promise<Value>,
    options: { cache: false },
  ): (...args: Arguments) => Promise<Value>;
}

declare module 'promise-coalesce' {
  export function coalesceAsync<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
}

declare module 'promise-inflight' {
  export default function inflight<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
}

declare module '@tanstack/query-core' {
  interface Query<Value> {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Value>;
  }
  interface Result<Value> {
    readonly status: 'pending' | 'success' | 'error';
    readonly fetchStatus: 'fetching' | 'paused' | 'idle';
    readonly data: Value | undefined;
    readonly error: unknown;
  }
  export class QueryClient {
    constructor(options: { defaultOptions: { queries: object } });
    fetchQuery<Value>(query: Query<Value>): Promise<Value>;
  }
  export class QueryObserver<Value> {
    constructor(client: QueryClient, query: Query<Value>);
    subscribe(listener: (result: Result<Value>) => void): () => void;
  }
}

declare module 'wretch' {
  interface Wretch {
    url(url: string, replace: boolean): Wretch;
    headers(headers: HeadersInit): Wretch;
    options(options: RequestInit): Wretch;
    middlewares(middlewares: unknown[]): Wretch;
    fetch(method: string): { res(): Promise<Response> };
  }
  export default function wretch(): Wretch;
}

declare module 'wretch/middlewares/dedupe' {
  export function dedupe(): unknown;
}

declare module '@fetchkit/ffetch' {
  export default function createClient(options: {
    dedupe: boolean;
    retries: number;
    timeout: number;
  }): typeof fetch;
}

declare module 'd2l-fetch/src/d2lfetch.js' {
  export class D2LFetch {
    use(middleware: { name: string; fn: unknown }): void;
    fetch(request: Request): Promise<Response>;
  }
}

declare module 'd2l-fetch-dedupe' {
  export const fetchDedupe: unknown;
}

declare module 'axios' {
  interface Axios {
    request(config: object): Promise<{ readonly data: string; readonly status: number }>;
  }
  const axios: { create(): Axios };
  export default axios;
}

declare module 'axios-cache-interceptor' {
  import type { Axios } from 'axios';
  export function setupCache(axios: Axios, options: { interpretHeader: boolean; ttl: number }): Axios;
}

declare module 'undici' {
  export class Agent {
    compose(interceptor: unknown): Agent;
  }
  export const interceptors: { deduplicate(): unknown };
  export const fetch: (url: string, init: object) => Promise<Response>;
  export const Response: typeof globalThis.Response;
}

declare module 'p-queue' {
  export default class PQueue {
    constructor(options: { concurrency: number });
    add<Value>(work: () => Promise<Value>): Promise<Value>;
  }
}

declare module '@loaders.gl/loader-utils' {
  export class RequestScheduler {
    constructor(options: { maxRequests: number; debounceTime?: number });
    scheduleRequest(handle: object): Promise<{ done(): void } | null>;
  }
}
