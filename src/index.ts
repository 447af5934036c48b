export type { BypassReason } from './fetch/bypass-reason.ts';
export {
  type CoalescingFetch,
  createFetch,
  type FlightListener,
  type ForgetTarget,
} from './fetch/create-fetch.ts';
export { type CallArguments, type Explanation, explain } from './fetch/explain.ts';
export type { ClosedBy, FlightState } from './fetch/in-flight.ts';
export type { CoalescingInit } from './fetch/init.ts';
export type { FetchStats, FlightDetail, FlightEvent, Outcome, Role } from './fetch/log.ts';
export type { FetchOptions } from './fetch/options.ts';
export {
  type BeforeOptions,
  type CallOptions,
  type Coalesced,
  type CoalesceOptions,
  coalesce,
  type Flight,
  Flights,
  type JoinOptions,
  type Launch,
  type PlatformSignal,
  type RunOptions,
  type Signal,
  type Subscriber,
  type Work,
} from './flights.ts';
export type { Fences } from './http/fence.ts';
