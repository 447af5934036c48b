export { coalesceFetchEvents, type EventOptions } from './events.ts';
export { coalesceGlobalFetch } from './global-fetch.ts';
export { createHandler, type Handler, type HandlerCall, type HandlerOptions } from './handler.ts';
export type { Match } from './match.ts';
export type { WorkerOptions } from './options.ts';
