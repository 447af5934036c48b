export { coalesceFetchEvents } from './fetch-events.ts';
export { coalesceGlobalFetch } from './global-fetch.ts';
export { createHandler, type Handler, type HandlerCall } from './handler.ts';
export type { Match } from './match.ts';
export type { EventOptions, GlobalFetchOptions, HandlerOptions, Network } from './options.ts';
