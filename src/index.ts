export {
  type BeforeOptions,
  type CallOptions,
  type Coalesced,
  type CoalesceOptions,
  coalesce,
  type PlatformSignal,
  type RunOptions,
} from './core/coalesce.ts';
export type { Flight, Launch, Work } from './core/flight.ts';
export { Flights, type JoinOptions } from './core/flights.ts';
export type { Signal } from './core/signals.ts';
export type { Subscriber } from './core/subscriber.ts';
export type { BypassReason, CoalescingInit } from './fetch/call.ts';
export {
  type CoalescingFetch,
  createFetch,
  type FlightListener,
  type ForgetTarget,
} from './fetch/create-fetch.ts';
export type { FetchStats, FlightDetail, FlightEvent, Outcome, Role } from './fetch/log.ts';
export type { FetchOptions } from './fetch/options.ts';
